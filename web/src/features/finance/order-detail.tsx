import type { StaffOrderRow, StaffPaymentView, TransferView } from '@hissa/contracts/investment'
import { Fragment, type ReactNode } from 'react'
import { DocumentButton } from '../../api/document-button.js'
import { PropertyTitle } from '../../api/property-title.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { DefinitionList } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { Money } from '../../ui/money.js'
import { Notice } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import { When } from '../../ui/when.js'
import { Decisions } from './decisions.js'
import { DeskTable, type DeskColumn } from './desk-table.js'
import { Section } from './detail-section.js'
import { useFileColumns } from './columns.js'
import { useGetStaffOrderQuery } from './finance-api.js'
import { DetailPage, Facts } from './frame.js'
import { OrderActions, OrderBadges } from './order-parts.js'
import { Code } from './code.js'
import { Amount, dubaiText, type PartProps, POLLING, Proposal, shareholderPath } from './parts.js'
import { minorText } from './minor-text.js'
import { Person } from './people.js'
import { useItemColumns } from './suspense-tab.js'
import { usePage } from './use-page.js'

/** Everything that is recorded about one order. */
export function OrderDetail({ orderId, userId, onTask }: PartProps & { orderId: string }) {
  const t = useT()
  const read = useGetStaffOrderQuery(orderId, POLLING)
  const items = useItemColumns({ userId, onTask })
  const [payments, transfers] = [usePaymentColumns(read.data?.order), useTransferColumns()]
  const data = read.data
  const order = data?.order
  const { set } = usePage()
  const facts = useFacts(order)
  return (
    <DetailPage
      {...{ title: order?.reference ?? t('finance.column.order'), error: read.error, loading: !data }}
      state={order && <OrderBadges order={order} />}
      back={t('finance.backToOrders')}
      onBack={() => set({ order: null })}
      retry={() => void read.refetch()}
    >
      {data && order && (
        <div className="flex flex-col gap-8">
          {order.holds && (
            <Notice tone="warn" title={t('finance.onHold')}>
              {order.holds.map((hold) => t(`finance.holdText.${hold}`)).join(' ')}
            </Notice>
          )}
          <Facts
            actions={
              <>
                {order.pending && <Proposal inDetail pending={order.pending} />}
                <OrderActions inDetail {...{ order, userId, onTask }} />
              </>
            }
          >
            <DefinitionList dense facts={facts} />
          </Facts>
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
          <Decisions decisions={data.decisions} actionOf={({ action }) => t(`finance.action.${action.type}`)} />
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
    </DetailPage>
  )
}

/** Returns the facts of an order that it has. */
function useFacts(order: StaffOrderRow | undefined) {
  const t = useT()
  if (!order) return []
  const at = (iso: string | undefined) => iso && <When at={iso} />
  const facts: Array<readonly [term: string, value: ReactNode]> = [
    [t('finance.column.property'), <PropertyTitle key="p" property={order.property} />],
    [
      t('finance.investor'),
      <TextLink key="u" className="inline-block max-md:min-h-11" to={shareholderPath(order.userId)}>
        <Person withId id={order.userId} />
      </TextLink>,
    ],
    [t('finance.column.order'), <Code key="o" text={order.orderId} />],
    [t('finance.units'), formatCount(order.units)],
    [t('finance.column.total'), <Money key="t" fils={order.totalFils} decimals={2} />],
    [
      t('finance.column.left'),
      order.leftFils === undefined ? undefined : <Money key="l" fils={order.leftFils} decimals={2} />,
    ],
    [t('finance.column.fee'), <Money key="f" fils={order.feeFils} decimals={2} />],
    [t('finance.column.created'), at(order.createdAt)],
    [t('finance.paidAt'), at(order.paidAt)],
    [t('finance.coolingOffEnds'), at(order.coolingOffEndsAt)],
    [t('finance.allottedAt'), at(order.allottedAt)],
    [t('finance.issuedAt'), at(order.issuedAt)],
    [t('finance.token'), order.onChain && <Code key="k" text={order.onChain.token} />],
    [t('finance.account'), order.onChain && <Code key="a" text={order.onChain.account} />],
    [t('finance.mintTransaction'), order.onChain && <Code key="m" text={order.onChain.transactionHash} />],
    [t('finance.burnTransaction'), order.burned && <Code key="b" text={order.burned.transactionHash} />],
    [t('finance.endReason'), order.reason && t(`finance.orderReason.${order.reason}`)],
    [t('finance.column.code'), order.rejected && <Code key="r" text={order.rejected.code} />],
  ]
  return facts.filter(([, value]) => value !== undefined).map(([term, value]) => ({ term, value }))
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
          <li key={rule} className="border-t border-line py-1 text-13 last:border-b">
            <details>
              <summary className="min-h-9 cursor-pointer content-center max-md:min-h-11">
                <span className="inline-flex items-center gap-3">
                  <StatusBadge tone={allowed ? 'good' : 'bad'}>
                    {t(allowed ? 'finance.ruleAllowed' : 'finance.ruleDenied')}
                  </StatusBadge>
                  <Code text={`${rule} v${version}`} />
                </span>
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

/** Refunds are negative amounts. */
const signedMinor = ({ kind, amountMinor }: StaffPaymentView) => (kind === 'refund' ? -amountMinor : amountMinor)

const PAYMENTS = { pending: 'info', succeeded: 'good', failed: 'bad' } as const

function ReceiptButton({ paymentId }: { paymentId: string }) {
  const t = useT()
  const locale = useLocale()
  return (
    <DocumentButton
      path={`/api/finance/payments/${encodeURIComponent(paymentId)}/receipt?locale=${locale}`}
      name="receipt"
    >
      {t('finance.saveReceipt')}
    </DocumentButton>
  )
}

function usePaymentColumns(order: StaffOrderRow | undefined): Array<DeskColumn<StaffPaymentView>> {
  const t = useT()
  const inFile = useFileColumns()
  const ofOrder = order ? [inFile.property(() => order.property), inFile.investorId(() => order.userId)] : []
  return [
    {
      key: 'kind',
      header: t('finance.column.kind'),
      lead: true,
      text: ({ kind, method, paidFrom }) =>
        `${t(`finance.paymentKind.${kind}`)} · ${t(`finance.method.${paidFrom ?? method}`)}`,
    },
    {
      key: 'state',
      header: t('finance.column.state'),
      text: ({ state }) => t(`finance.paymentState.${state}`),
      cell: ({ state }) => <StatusBadge tone={PAYMENTS[state]}>{t(`finance.paymentState.${state}`)}</StatusBadge>,
    },
    {
      key: 'receipt',
      header: t('finance.column.receipt'),
      cell: ({ paymentRowId, state }) => state === 'succeeded' && <ReceiptButton paymentId={paymentRowId} />,
    },
    {
      key: 'amount',
      header: t('finance.column.amount'),
      figures: true,
      text: (row) => minorText(signedMinor(row), row.currency),
      order: signedMinor,
      cell: (row) => <Amount minor={signedMinor(row)} currency={row.currency} />,
    },
    inFile.currency(({ currency }) => currency),
    ...ofOrder,
    {
      key: 'id',
      header: t('finance.column.payment'),
      text: ({ refundId, paymentId }) => refundId ?? paymentId ?? '–',
      cell: ({ refundId, paymentId }) => <bdi className="break-all">{refundId ?? paymentId ?? '–'}</bdi>,
    },
    {
      key: 'at',
      header: t('finance.column.at'),
      text: ({ at }) => dubaiText(at),
      cell: ({ at }) => <When at={at} />,
    },
  ]
}

function useTransferColumns(): Array<DeskColumn<TransferView>> {
  const t = useT()
  const inFile = useFileColumns()
  const currencyOf = ({ debit }: TransferView) => /^(?:client|platform)-([a-z]{3}):/.exec(debit)?.[1]
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
      cell: ({ debit }) => <Account name={debit} />,
    },
    {
      key: 'credit',
      header: t('finance.column.credit'),
      text: ({ credit }) => credit,
      cell: ({ credit }) => <Account name={credit} />,
    },
    {
      key: 'amount',
      header: t('finance.column.amount'),
      figures: true,
      text: (row) => {
        const currency = currencyOf(row)
        return currency ? minorText(row.amount, currency) : String(row.amount)
      },
      cell: (row) => {
        const currency = currencyOf(row)
        return currency ? <Amount minor={row.amount} currency={currency} /> : formatCount(row.amount)
      },
    },
    inFile.currency((row) => currencyOf(row) ?? '–'),
    {
      key: 'at',
      header: t('finance.column.at'),
      text: ({ at }) => dubaiText(at),
      cell: ({ at }) => <When at={at} />,
    },
  ]
}

/** Shows a ledger account; a long one wraps after its parts. */
function Account({ name }: { name: string }) {
  return (
    <bdi dir="ltr" className="wrap-anywhere">
      {name.split(':').map((part, index) => (
        <Fragment key={part}>
          {index > 0 && (
            <>
              :<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </bdi>
  )
}
