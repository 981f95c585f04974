import type { OrderView } from '@hissa/contracts/investment'
import { PropertyTitle } from '../../api/property-title.js'
import { useT } from '../../i18n/i18n.js'
import { DefinitionList } from '../../ui/layout.js'
import { OwnFigure, OwnMoney } from '../../ui/own-figure.js'

/** Lists an order's reference, property, shares and amounts; the shares in copper once they are paid. */
export function OrderFacts({ order, paid = false }: { order: OrderView; paid?: boolean }) {
  const t = useT()
  return (
    <DefinitionList
      facts={[
        {
          term: t('invest.pay.reference'),
          value: (
            <bdi dir="ltr" className="font-medium">
              {order.reference}
            </bdi>
          ),
        },
        { term: t('invest.pay.property'), value: <PropertyTitle property={order.property} /> },
        {
          term: t('invest.pay.shares'),
          value: (
            <span className={paid ? 'font-medium text-mine' : undefined}>
              <OwnFigure>{t('invest.shares', { count: order.units })}</OwnFigure>
            </span>
          ),
        },
        { term: t('invest.pay.amount'), value: <OwnMoney fils={order.amountFils} decimals={2} /> },
        { term: t('invest.pay.fee'), value: <OwnMoney fils={order.feeFils} decimals={2} /> },
        {
          term: t(paid ? 'invest.pay.paid' : 'invest.pay.total'),
          value: <OwnMoney fils={order.totalFils} decimals={2} className="font-medium" />,
        },
        ...(order.paidFrom ? [{ term: t('invest.method.paid'), value: t('invest.method.balance') }] : []),
      ]}
    />
  )
}
