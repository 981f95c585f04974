import type { PaymentView } from '@hissa/contracts/investment'
import { DocumentButton } from '../../api/document-button.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { formatShortDate } from '../../lib/format.js'
import { OwnMoney } from '../../ui/own-figure.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import type { Column } from '../../ui/table.js'
import { useGetMyPaymentsInfiniteQuery } from './money-lists-api.js'
import { PagedList } from './paged-list.js'
import { ReferenceLine } from './reference-line.js'

const STATES: Record<PaymentView['state'], { tone: Tone; word: MessageId }> = {
  pending: { tone: 'warn', word: 'dashboard.payment.pending' },
  succeeded: { tone: 'good', word: 'dashboard.payment.succeeded' },
  failed: { tone: 'bad', word: 'dashboard.payment.failed' },
}

/** `/payments`: every payment and refund of the user. */
export default function PaymentsPage() {
  const t = useT()
  const columns = useColumns()
  return (
    <PagedList
      query={useGetMyPaymentsInfiniteQuery()}
      title={t('dashboard.lists.payments')}
      lead={t('dashboard.lists.paymentsText')}
      columns={columns}
      rowKey={({ paymentId }) => paymentId}
      words={{
        loading: t('dashboard.lists.paymentsLoading'),
        error: t('dashboard.lists.paymentsError'),
        errorText: t('dashboard.lists.errorText'),
        empty: t('dashboard.lists.paymentsEmpty'),
        emptyText: t('dashboard.lists.paymentsEmptyText'),
      }}
    />
  )
}

function useColumns(): Column<PaymentView>[] {
  const t = useT()
  const locale = useLocale()
  return [
    {
      key: 'property',
      header: t('dashboard.column.property'),
      lead: true,
      cell: (payment) => <ReferenceLine {...payment} />,
    },
    {
      key: 'date',
      header: t('dashboard.column.date'),
      cell: ({ at }) => <span className="whitespace-nowrap">{formatShortDate(at, locale)}</span>,
    },
    {
      key: 'kind',
      header: t('dashboard.lists.kind'),
      cell: ({ kind }) => t(kind === 'payment' ? 'dashboard.payment.payment' : 'dashboard.payment.refund'),
    },
    {
      key: 'method',
      header: t('dashboard.lists.method'),
      cell: ({ method, paidFrom }) => {
        if (paidFrom) return t('dashboard.payment.cash')
        return t(method === 'card' ? 'dashboard.payment.card' : 'dashboard.payment.bank')
      },
    },
    {
      key: 'amount',
      header: t('dashboard.lists.amount'),
      figures: true,
      cell: ({ amountFils }) => <OwnMoney fils={amountFils} decimals={2} />,
    },
    {
      key: 'receipt',
      header: t('dashboard.lists.receipt'),
      cell: ({ paymentId, reference, state }) =>
        state === 'succeeded' && (
          <DocumentButton path={receiptPath(paymentId, locale)} name={`receipt-${reference}`}>
            {t('dashboard.lists.saveReceipt')}
          </DocumentButton>
        ),
    },
    {
      key: 'state',
      header: t('dashboard.column.state'),
      end: true,
      cell: ({ state }) => <StatusBadge tone={STATES[state].tone}>{t(STATES[state].word)}</StatusBadge>,
    },
  ]
}

const receiptPath = (paymentId: string, locale: string) =>
  `/api/payments/${encodeURIComponent(paymentId)}/receipt?locale=${locale}`
