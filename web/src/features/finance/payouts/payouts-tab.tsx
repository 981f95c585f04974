import type { PayoutView } from '@hissa/contracts/investment'
import { useT, type MessageId } from '../../../i18n/i18n.js'
import { Select } from '../../../ui/form.js'
import { StatusBadge, type Tone } from '../../../ui/status.js'
import { When } from '../../../ui/when.js'
import { amountColumn } from '../columns.js'
import type { DeskColumn } from '../desk-table.js'
import { PagedList } from '../paged-list.js'
import { dubaiText, type PartProps, POLLING } from '../parts.js'
import { Person } from '../people.js'
import { useReadOnce } from '../read-all.js'
import { usePage } from '../use-page.js'
import { Differences, Files } from './files.js'
import { NextFile } from './next-file.js'
import { endpoints, type PayoutsView, useListPayoutsQuery } from './payouts-api.js'
import { BankStatement } from './statement.js'

/** Withdrawals of investors' cash, the files that pay them, and the bank's statements. */
export default function PayoutsTab({ userId }: PartProps) {
  const t = useT()
  const { after, params, set } = usePage()
  const view: PayoutsView = params.get('view') === 'all' ? 'all' : 'open'
  const list = useListPayoutsQuery({ ...after, view }, POLLING)
  const once = useReadOnce()
  const { data } = list
  const isFirst = !after.cursor
  return (
    <PagedList<PayoutView>
      title={t('finance.tab.payouts')}
      list={list}
      filters={
        <Select
          label={t('payouts.view')}
          value={view}
          onChange={(event) => set({ view: event.target.value === 'all' ? 'all' : null, after: null })}
        >
          <option value="open">{t('payouts.view.open')}</option>
          <option value="all">{t('payouts.view.all')}</option>
        </Select>
      }
      above={
        isFirst &&
        data && (
          <div className="mb-6 flex flex-col gap-6">
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <NextFile {...{ userId, ready: data.ready, pending: data.pending }} />
              <BankStatement {...{ userId, pending: data.pendingBankStatement }} />
            </div>
            <Files files={data.files ?? []} />
            <Differences differences={data.differences ?? []} />
            <h3 className="text-18">{t('payouts.withdrawals')}</h3>
            {data.payouts.length === 0 && <p className="text-13 text-ink-2">{t('payouts.empty')}</p>}
          </div>
        )
      }
      empty={{ title: t('payouts.empty'), text: t('payouts.emptyText') }}
      columns={useColumns()}
      rows={data?.payouts ?? []}
      rowKey={({ withdrawalId }) => withdrawalId}
      file="payouts"
      read={async (page) => {
        const { payouts, cursor } = await once(endpoints.listPayouts, { ...page, view })
        return { rows: payouts, cursor }
      }}
    />
  )
}

const STATES: Record<PayoutView['state'], { tone: Tone; word: MessageId }> = {
  requested: { tone: 'warn', word: 'payouts.state.requested' },
  sent: { tone: 'info', word: 'payouts.state.sent' },
  paid: { tone: 'good', word: 'payouts.state.paid' },
  rejected: { tone: 'bad', word: 'payouts.state.rejected' },
  returned: { tone: 'bad', word: 'payouts.state.returned' },
  cancelled: { tone: 'neutral', word: 'payouts.state.cancelled' },
}

function useColumns(): Array<DeskColumn<PayoutView>> {
  const t = useT()
  return [
    {
      key: 'reference',
      header: t('payouts.column.reference'),
      lead: true,
      text: ({ reference }) => reference,
      cell: ({ reference }) => (
        <bdi dir="ltr" className="font-medium">
          {reference}
        </bdi>
      ),
    },
    {
      key: 'investor',
      header: t('payouts.column.investor'),
      text: ({ userId }) => userId,
      person: ({ userId }) => userId,
      cell: ({ userId }) => <Person id={userId} />,
    },
    {
      key: 'account',
      header: t('payouts.column.account'),
      text: ({ iban }) => iban,
      cell: ({ iban }) => <bdi dir="ltr">{iban}</bdi>,
    },
    amountColumn('amount', t('payouts.column.amount'), ({ amountFils }) => amountFils),
    {
      key: 'requested',
      header: t('payouts.column.requested'),
      text: ({ requestedAt }) => dubaiText(requestedAt),
      order: ({ requestedAt }) => requestedAt,
      cell: ({ requestedAt }) => <When at={requestedAt} />,
    },
    {
      key: 'state',
      header: t('payouts.column.state'),
      end: true,
      text: ({ state }) => t(STATES[state].word),
      cell: ({ state, bankReason }) => (
        <span className="inline-flex flex-col items-end gap-1">
          <StatusBadge tone={STATES[state].tone}>{t(STATES[state].word)}</StatusBadge>
          {bankReason !== undefined && <bdi className="text-ink-2">{bankReason}</bdi>}
        </span>
      ),
    },
  ]
}
