import type { StaffPaymentView, TransferView } from '@hissa/contracts/investment'
import { fils } from '@hissa/money'
import type { ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDateTime } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { DefinitionList } from '../../ui/layout.js'
import { Money } from '../../ui/money.js'
import { Decisions } from './decisions.js'
import { DeskTable, type DeskColumn } from './desk-table.js'
import { useGetStaffOrderQuery } from './finance-api.js'
import { OrderActions, OrderStateView } from './order-parts.js'
import { Amount, Code, Empty, Part, type PartProps, POLLING } from './parts.js'
import { useItemColumns } from './suspense-tab.js'
import { usePage } from './use-page.js'

/** Everything that is recorded about one order. */
export function OrderDetail({ orderId, userId, onTask }: PartProps & { orderId: string }) {
  const t = useT()
  const locale = useLocale()
  const read = useGetStaffOrderQuery(orderId, POLLING)
  const items = useItemColumns({ userId, onTask })
  const [payments, transfers] = [usePaymentColumns(), useTransferColumns()]
  const data = read.data
  const order = data?.order
  const at = (iso: string | undefined) => iso && formatDateTime(iso, locale)
  const facts = order
    ? ([
        [t('finance.column.property'), <bdi key="p">{order.property.title}</bdi>],
        [t('finance.investor'), <Code key="u" text={order.userId} />],
        [t('finance.column.order'), <Code key="o" text={order.orderId} />],
        [t('finance.units'), order.units],
        [t('finance.column.amount'), <Money key="t" fils={order.totalFils} decimals={2} />],
        [t('finance.column.fee'), <Money key="f" fils={order.feeFils} decimals={2} />],
        [t('finance.column.created'), at(order.createdAt)],
        [t('finance.paidAt'), at(order.paidAt)],
        [t('finance.coolingOffEnds'), at(order.coolingOffEndsAt)],
        [t('finance.endReason'), order.reason && t(`finance.orderReason.${order.reason}`)],
        [t('finance.column.code'), order.rejected && <Code key="r" text={order.rejected.code} />],
      ] satisfies Array<[string, ReactNode]>)
    : []
  const shown = facts.filter(([, value]) => value !== undefined).map(([term, value]) => ({ term, value }))
  return (
    <Part
      {...{ title: order?.reference ?? t('finance.column.order'), error: read.error, loading: !data }}
      filters={<BackToOrders />}
      retry={() => void read.refetch()}
    >
      {data && order && (
        <div className="flex flex-col gap-8">
          <div data-detail className="grid gap-6 lg:grid-cols-2">
            <DefinitionList facts={shown} />
            <div className="flex flex-col items-start gap-3">
              <OrderStateView order={order} />
              <OrderActions {...{ order, userId, onTask }} />
            </div>
          </div>
          <Section title={t('finance.payments')} empty={t('finance.empty.payments')} rows={data.payments}>
            {(caption, rows) => (
              <DeskTable {...{ caption, rows }} columns={payments} rowKey={(row) => row.paymentRowId} file="payments" />
            )}
          </Section>
          <Section title={t('finance.suspense')} empty={t('finance.empty.items')} rows={data.items}>
            {(caption, rows) => (
              <DeskTable {...{ caption, rows }} columns={items} rowKey={(row) => row.itemId} file="suspense" />
            )}
          </Section>
          <Decisions decisions={data.decisions} />
          <Section title={t('finance.transfers')} empty={t('finance.empty.transfers')} rows={data.transfers}>
            {(caption, rows) => (
              <DeskTable
                {...{ caption, rows }}
                columns={transfers}
                rowKey={(row) => String(row.seq)}
                file="transfers"
              />
            )}
          </Section>
          <Rules rules={data.rules} />
        </div>
      )}
    </Part>
  )
}

function BackToOrders() {
  const t = useT()
  const { set } = usePage()
  return (
    <Button className="mb-3" size="s" kind="secondary" onClick={() => set({ order: null })}>
      {t('finance.backToOrders')}
    </Button>
  )
}

interface SectionProps<Row> {
  title: string
  empty: string
  rows: readonly Row[]
  children: (caption: string, rows: readonly Row[]) => ReactNode
}

function Section<Row>({ title, empty, rows, children }: SectionProps<Row>) {
  return (
    <section>
      <h3 className="mb-2 text-18">{title}</h3>
      {rows.length === 0 ? <Empty text={empty} /> : children(title, rows)}
    </section>
  )
}

interface StoredRule {
  rule: string
  version: number
  allowed: boolean
  inputs: Record<string, unknown>
}

/** Shows each rule's decision with the inputs that it was based on, in full. */
function Rules({ rules }: { rules: readonly StoredRule[] }) {
  const t = useT()
  return (
    <section>
      <h3 className="mb-2 text-18">{t('finance.rules')}</h3>
      <ul className="flex flex-col">
        {rules.map(({ rule, version, allowed, inputs }) => (
          <li key={rule} className="border-t border-line py-2 text-13">
            <details>
              <summary className="min-h-9 max-md:min-h-11 cursor-pointer">
                <Code text={`${rule} v${version}`} /> · {t(allowed ? 'finance.ruleAllowed' : 'finance.ruleDenied')}
              </summary>
              <pre dir="ltr" className="overflow-x-auto py-2 text-12 whitespace-pre-wrap text-ink-2">
                {JSON.stringify(inputs, null, 2)}
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

function usePaymentColumns(): Array<DeskColumn<StaffPaymentView>> {
  const t = useT()
  const locale = useLocale()
  return [
    {
      key: 'kind',
      header: t('finance.column.kind'),
      lead: true,
      text: ({ kind, method }) => `${t(`finance.paymentKind.${kind}`)} · ${t(`finance.method.${method}`)}`,
    },
    { key: 'state', header: t('finance.column.state'), text: ({ state }) => t(`finance.paymentState.${state}`) },
    {
      key: 'amount',
      header: t('finance.column.amount'),
      figures: true,
      text: ({ amountMinor }) => (amountMinor / 100).toFixed(2),
      order: ({ amountMinor }) => amountMinor,
      cell: ({ amountMinor, currency }) => <Amount minor={amountMinor} currency={currency} />,
    },
    {
      key: 'id',
      header: t('finance.column.payment'),
      text: ({ refundId, paymentId }) => refundId ?? paymentId ?? '–',
      cell: ({ refundId, paymentId }) => <bdi className="break-all">{refundId ?? paymentId ?? '–'}</bdi>,
    },
    {
      key: 'at',
      header: t('finance.column.at'),
      text: ({ at }) => at,
      cell: ({ at }) => formatDateTime(at, locale),
    },
  ]
}

function useTransferColumns(): Array<DeskColumn<TransferView>> {
  const t = useT()
  const locale = useLocale()
  const isMoney = ({ debit }: TransferView) => /^(client|platform)-/.test(debit)
  return [
    {
      key: 'code',
      header: t('finance.column.transfer'),
      lead: true,
      text: ({ code, kind }) => (kind === 'single' ? code : `${code} (${kind})`),
    },
    {
      key: 'debit',
      header: t('finance.column.debit'),
      text: ({ debit }) => debit,
      cell: ({ debit }) => (
        <bdi dir="ltr" className="break-all">
          {debit}
        </bdi>
      ),
    },
    {
      key: 'credit',
      header: t('finance.column.credit'),
      text: ({ credit }) => credit,
      cell: ({ credit }) => (
        <bdi dir="ltr" className="break-all">
          {credit}
        </bdi>
      ),
    },
    {
      key: 'amount',
      header: t('finance.column.amount'),
      figures: true,
      text: (row) => (isMoney(row) ? (row.amount / 100).toFixed(2) : String(row.amount)),
      cell: (row) => (isMoney(row) ? <Money fils={fils(row.amount)} decimals={2} /> : row.amount),
    },
    {
      key: 'at',
      header: t('finance.column.at'),
      text: ({ at }) => at,
      cell: ({ at }) => formatDateTime(at, locale),
    },
  ]
}
