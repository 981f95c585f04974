import type { ReconciliationRunView } from '@hissa/contracts/investment'
import { useState } from 'react'
import { useT } from '../../../i18n/i18n.js'
import { formatCount } from '../../../lib/format-count.js'
import { Button } from '../../../ui/button.js'
import { Card } from '../../../ui/layout.js'
import { Notice } from '../../../ui/states.js'
import { StatusBadge } from '../../../ui/status.js'
import { When } from '../../../ui/when.js'
import { DeskTable, type DeskColumn } from '../desk-table.js'
import { Section } from '../detail-section.js'
import { DifferencesTable } from '../differences-table.js'
import { Part } from '../frame.js'
import { dubaiText, POLLING } from '../parts.js'
import { Person } from '../people.js'
import { usePage } from '../use-page.js'
import { HoldingDifferences } from './holding-differences.js'
import { PaymentDifference } from './payment-difference.js'
import { useListReconciliationQuery, useRunReconciliationMutation } from './reconciliation-api.js'

/** The comparison of the ledger with the card processor and the holdings: its last runs, and what differs. */
export default function ReconciliationTab() {
  const t = useT()
  const { set } = usePage()
  const [isRunning, setRunning] = useState(false)
  // Every read is audited, so it is repeated only while something changes.
  const list = useListReconciliationQuery(undefined, isRunning ? POLLING : undefined)
  const { data } = list
  const runsNow = data?.runs[0]?.state === 'running'
  if (runsNow !== isRunning) setRunning(runsNow)
  const openRaise = (propertyId: string) => set({ tab: 'raises', raise: propertyId })
  return (
    <Part
      title={t('finance.tab.reconciliation')}
      filters={<p className="max-w-[72ch] pb-2 text-13 text-ink-2">{t('reconciliation.about')}</p>}
      {...{ error: data ? undefined : list.error, loading: !data }}
      retry={() => void list.refetch()}
    >
      {data && (
        <div className="flex flex-col gap-8">
          <Summary
            runs={data.runs}
            nextRunAt={data.nextRunAt}
            open={data.payments.length + data.holdings.length + data.registers.length}
          />
          {data.payments.length > 0 && (
            <section className="flex flex-col gap-4">
              <h3 className="text-18">{t('reconciliation.payments')}</h3>
              {data.payments.map((difference) => (
                <PaymentDifference key={difference.differenceId} difference={difference} />
              ))}
            </section>
          )}
          {data.holdings.length > 0 && <HoldingDifferences rows={data.holdings} />}
          {data.registers.length > 0 && (
            <DifferencesTable rows={data.registers} file="register-differences" onOpen={openRaise} />
          )}
          <Runs runs={data.runs} />
        </div>
      )}
    </Part>
  )
}

interface SummaryProps {
  runs: readonly ReconciliationRunView[]
  nextRunAt: string
  /** How many differences are open now. */
  open: number
}

/** Says when both sides were last compared, and starts a run. */
function Summary({ runs, nextRunAt, open }: SummaryProps) {
  const t = useT()
  const [start, { data: answer, isLoading, isError }] = useRunReconciliationMutation()
  const last = runs.find(({ state }) => state === 'complete')
  const isRunning = runs[0]?.state === 'running'
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 px-5 py-4">
      <div className="flex flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-15 font-medium">
          {last ? (
            <span>
              {t('reconciliation.last')} <When at={last.startedAt} />
            </span>
          ) : (
            t('reconciliation.never')
          )}
          {last && (
            <StatusBadge tone={open === 0 ? 'good' : 'bad'}>{t('reconciliation.open', { count: open })}</StatusBadge>
          )}
        </p>
        <p className="text-13 text-ink-2">
          {t('reconciliation.next')} <When at={nextRunAt} />
        </p>
      </div>
      <Button
        size="s"
        kind="secondary"
        busyText={(isRunning || isLoading) && t('reconciliation.running')}
        onClick={() => void start()}
      >
        {t('reconciliation.run')}
      </Button>
      {answer?.run.state === 'complete' && (
        <div className="w-full">
          <Notice tone="info">{t('reconciliation.recent')}</Notice>
        </div>
      )}
      {isError && (
        <div className="w-full">
          <Notice tone="bad">{t('reconciliation.failed')}</Notice>
        </div>
      )}
    </Card>
  )
}

function Runs({ runs }: { runs: readonly ReconciliationRunView[] }) {
  const t = useT()
  const figure = (key: string, header: string, of: (run: ReconciliationRunView) => number) => ({
    ...{ key, header, figures: true, order: of },
    text: (run: ReconciliationRunView) => String(of(run)),
    cell: (run: ReconciliationRunView) => formatCount(of(run)),
  })
  const columns: Array<DeskColumn<ReconciliationRunView>> = [
    {
      key: 'started',
      header: t('reconciliation.column.started'),
      lead: true,
      text: ({ startedAt }) => dubaiText(startedAt),
      order: ({ startedAt }) => startedAt,
      cell: ({ startedAt }) => <When at={startedAt} />,
    },
    {
      key: 'by',
      header: t('reconciliation.column.by'),
      text: ({ requestedBy }) => requestedBy ?? '',
      person: ({ requestedBy }) => requestedBy,
      cell: ({ requestedBy }) => (requestedBy ? <Person id={requestedBy} /> : t('reconciliation.daily')),
    },
    figure('processor', t('reconciliation.column.processor'), ({ processorEntries }) => processorEntries),
    figure('ledger', t('reconciliation.column.ledger'), ({ ledgerEntries }) => ledgerEntries),
    figure('payments', t('reconciliation.column.payments'), ({ payments }) => payments),
    figure('holdings', t('reconciliation.column.holdings'), ({ holdings = 0 }) => holdings),
    figure('waiting', t('reconciliation.column.waiting'), ({ waiting }) => waiting),
    figure('differences', t('reconciliation.column.differences'), ({ differences }) => differences),
    {
      key: 'state',
      header: t('finance.column.state'),
      text: (run) => t(stateOf(run).word),
      cell: (run) => <StatusBadge tone={stateOf(run).tone}>{t(stateOf(run).word)}</StatusBadge>,
    },
  ]
  return (
    <Section title={t('reconciliation.runs')} empty={t('reconciliation.empty')} rows={runs}>
      {(caption, rows) => (
        <DeskTable {...{ caption, columns, rows }} rowKey={({ runId }) => runId} file="reconciliation-runs" />
      )}
    </Section>
  )
}

function stateOf({ state, differences }: ReconciliationRunView) {
  if (state === 'running') return { tone: 'info', word: 'reconciliation.state.running' } as const
  return differences === 0
    ? ({ tone: 'good', word: 'reconciliation.state.agreed' } as const)
    : ({ tone: 'bad', word: 'reconciliation.state.differs' } as const)
}
