import type { MovementView, PaymentDifferenceView } from '@hissa/contracts/investment'
import { useT, type MessageId } from '../../../i18n/i18n.js'
import { Card } from '../../../ui/layout.js'
import { Link } from '../../../ui/link.js'
import { When } from '../../../ui/when.js'
import { Code } from '../code.js'
import { Amount } from '../parts.js'
import { Person } from '../people.js'

type Part = MovementView['part']

const PARTS: Readonly<Record<Part, MessageId>> = {
  charge: 'reconciliation.part.charge',
  refund: 'reconciliation.part.refund',
  dispute: 'reconciliation.part.dispute',
}

/** A payment that differs, with the movements of both sides beside each other. */
export function PaymentDifference({ difference }: { difference: PaymentDifferenceView }) {
  const t = useT()
  const { paymentId, currency, orderId, userId, parts, processor, ledger, openedAt } = difference
  return (
    <Card className="flex flex-col gap-4 px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h4 className="text-15 font-medium tracking-normal">
          <Code text={paymentId} />
        </h4>
        <p className="text-13 text-ink-2">
          {t('reconciliation.since')} <When at={openedAt} />
        </p>
      </div>
      <ul className="flex flex-col gap-1">
        {parts.map(({ part, processorMinor, ledgerMinor }) => (
          <li key={part} className="flex flex-wrap items-baseline gap-x-2">
            <span>{t(PARTS[part])}</span>
            <span className="font-medium">
              {t('reconciliation.off')} <Amount minor={processorMinor - ledgerMinor} currency={currency} />
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <Side title={t('reconciliation.processor')} movements={processor} currency={currency} />
        <Side title={t('reconciliation.ledger')} movements={ledger} currency={currency} />
      </div>
      {userId && (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-t border-line pt-3 text-13 text-ink-2">
          {t('reconciliation.blocks')} <Person id={userId} />
          {orderId && (
            <Link
              className="inline-flex min-h-9 items-center underline underline-offset-3 max-md:min-h-11"
              to={`/staff/finance?tab=orders&order=${orderId}`}
            >
              {t('reconciliation.order')}
            </Link>
          )}
        </p>
      )}
    </Card>
  )
}

interface SideProps {
  title: string
  movements: readonly MovementView[]
  currency: string
}

function Side({ title, movements, currency }: SideProps) {
  const t = useT()
  return (
    <section className="min-w-0">
      <h5 className="pb-1 text-13 font-medium text-ink-2">{title}</h5>
      {movements.length === 0 && <p className="text-13 text-ink-2">{t('reconciliation.nothing')}</p>}
      <ul className="divide-y divide-line">
        {movements.map(({ movementId, part, amountMinor, at }) => (
          <li key={movementId} className="flex flex-col gap-0.5 py-2">
            <span className="flex justify-between gap-4">
              <span>{t(PARTS[part])}</span>
              <Amount minor={amountMinor} currency={currency} />
            </span>
            <span className="flex flex-wrap justify-between gap-x-4 text-12 text-ink-2">
              <bdi dir="ltr" className="min-w-0 break-all">
                {movementId}
              </bdi>
              <When at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
