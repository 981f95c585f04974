import type { Output } from '@hissa/contracts'
import type { ListIncomeEntries } from '@hissa/contracts/investment'
import { useState, type ReactNode } from 'react'
import { useBusinessNow } from '../../../api/business-clock.js'
import { PropertyTitle } from '../../../api/property-title.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { formatDate } from '../../../lib/format.js'
import { dubaiDate, lastDayOf, quarterAfter, quarterOf, quarterText } from '../../../lib/quarter.js'
import { Button, IconButton } from '../../../ui/button.js'
import { Icon } from '../../../ui/icons.js'
import { IncomeLines } from '../../../ui/income-lines.js'
import { DefinitionList } from '../../../ui/layout.js'
import { Money } from '../../../ui/money.js'
import { StatusBadge } from '../../../ui/status.js'
import { DetailPage, Facts, Pages } from '../frame.js'
import { POLLING } from '../parts.js'
import { Person } from '../people.js'
import { usePage } from '../use-page.js'
import { DistributionActions } from './distribution-actions.js'
import { DecideDialog, Outdated, Progress, ProposeDialog, ReverseDialog } from './distribution-dialogs.js'
import { Entries } from './entries.js'
import { EntryDialog } from './entry-dialog.js'
import { ImportDialog } from './import-dialog.js'
import { useListIncomeEntriesQuery } from './rent-api.js'
import { DISTRIBUTION_TONES, type RentTask } from './rent.js'

type Quarter = Output<typeof ListIncomeEntries>
const PERIOD_TONES = { open: 'info', proposed: 'warn', closed: 'good' } as const

interface QuarterDetailProps {
  userId: string
  propertyId: string
  period: string
}

/** One quarter of a property: its waterfall beside the target, its entries, and its distribution. */
export function QuarterDetail({ userId, propertyId, period }: QuarterDetailProps) {
  const t = useT()
  const { after, set } = usePage()
  const read = useListIncomeEntriesQuery({ propertyId, period, ...after }, POLLING)
  const [task, setTask] = useState<RentTask | null>(null)
  const quarter = read.currentData
  const close = () => setTask(null)
  return (
    <DetailPage
      title={quarter ? <PropertyTitle property={quarter.property} /> : t('rent.quarter')}
      state={
        quarter && (
          <StatusBadge tone={PERIOD_TONES[quarter.periodState]}>{t(`rent.period.${quarter.periodState}`)}</StatusBadge>
        )
      }
      back={t('rent.back')}
      onBack={() => set({ property: null, period: null, after: null })}
      {...{ error: read.isFetching ? undefined : read.error, loading: !quarter }}
      retry={() => void read.refetch()}
    >
      {quarter && (
        <div className="flex flex-col gap-8">
          <div className="flex flex-col gap-4">
            <Steps period={period} onStep={(next) => set({ period: next, after: null })} />
            <Facts actions={<Actions {...{ quarter, userId }} onTask={setTask} />}>
              <Figures quarter={quarter} />
            </Facts>
          </div>
          <div>
            <Entries
              {...{ propertyId, period, entries: quarter.entries }}
              onReverse={(entry) => setTask({ task: 'reverse', entry })}
            />
            <Pages first={!after.cursor} next={quarter.cursor} onPage={(cursor) => set({ after: cursor })} />
          </div>
          {task?.task === 'record' && <EntryDialog {...{ propertyId, period }} onClose={close} />}
          {task?.task === 'import' && <ImportDialog propertyId={propertyId} onClose={close} />}
          {task?.task === 'propose' && <ProposeDialog quarter={quarter} onClose={close} />}
          {task?.task === 'reverse' && <ReverseDialog entry={task.entry} onClose={close} />}
          {task?.task === 'decide' && <DecideDialog {...task} onClose={close} />}
        </div>
      )}
    </DetailPage>
  )
}

/** Names the quarter between buttons that show the one before and after it. */
function Steps({ period, onStep }: { period: string; onStep: (period: string) => void }) {
  const t = useT()
  const today = dubaiDate(useBusinessNow()())
  return (
    <div className="-ms-2 flex items-center gap-1">
      <IconButton label={t('rent.previousQuarter')} onClick={() => onStep(quarterAfter(period, -1))}>
        <Icon name="chevron-end" className="rotate-180" />
      </IconButton>
      <h3 className="text-18" aria-live="polite">
        {t(...quarterText(period))}
      </h3>
      <IconButton
        label={t('rent.nextQuarter')}
        disabled={period >= quarterOf(today)}
        className="disabled:opacity-40"
        onClick={() => onStep(quarterAfter(period, 1))}
      >
        <Icon name="chevron-end" />
      </IconButton>
    </div>
  )
}

function Figures({ quarter }: { quarter: Quarter }) {
  const t = useT()
  const { period, waterfall, target, vacancyDays, arrearsFils, balances } = quarter
  const amount = (value: typeof arrearsFils) => <Money fils={value} decimals={2} />
  const { operatingFils, reserveFils, reserveTargetFils } = balances
  return (
    <div className="grid gap-x-8 gap-y-2 xl:grid-cols-[3fr_2fr]">
      <IncomeLines
        dense
        caption={t('income.property.linesOf', { period: t(...quarterText(period)) })}
        columns={[
          ...(target ? [{ header: t('income.property.target'), waterfall: target }] : []),
          { header: t('income.property.actual'), waterfall },
        ]}
      />
      <DefinitionList
        dense
        className="self-start"
        facts={[
          { term: t('rent.vacancy'), value: t('rent.days', { count: vacancyDays }) },
          { term: t('rent.kind.arrears'), value: amount(arrearsFils) },
          { term: t('rent.operating'), value: amount(operatingFils) },
          { term: t('rent.reserve'), value: amount(reserveFils) },
          ...(reserveTargetFils === null ? [] : [{ term: t('rent.reserveTarget'), value: amount(reserveTargetFils) }]),
        ]}
      />
    </div>
  )
}

interface ActionsProps {
  quarter: Quarter
  userId: string
  onTask: (task: RentTask) => void
}

/** Offers what can be done now, and says why the income can't be distributed yet. */
function Actions({ quarter, userId, onTask }: ActionsProps) {
  const t = useT()
  const locale = useLocale()
  const today = dubaiDate(useBusinessNow()())
  const { raiseState, periodState, period, waterfall, distribution } = quarter
  if (raiseState !== 'completed') return <Why text={t('rent.why.raise_state')} />
  const end = lastDayOf(period)
  const button = (task: 'record' | 'import' | 'propose', kind: 'primary' | 'secondary') => (
    <Button size="s" kind={kind} className="w-full" onClick={() => onTask({ task })}>
      {t(`rent.action.${task}`)}
    </Button>
  )
  return (
    <>
      {distribution && (
        <>
          <Outdated distribution={distribution} />
          <DistributionFacts distribution={distribution} />
          <DistributionActions inDetail {...{ userId, distribution, onTask }} />
        </>
      )}
      {periodState === 'open' &&
        (end >= today ? (
          <Why text={t('rent.afterEnd', { date: formatDate(end, locale) })} />
        ) : waterfall.netIncomeFils > 0 ? (
          button('propose', 'primary')
        ) : (
          <Why text={t('rent.why.no_income')} />
        ))}
      {periodState === 'closed' ? (
        <Why text={t('rent.why.period_closed')} />
      ) : (
        <>
          {button('record', 'secondary')}
          {button('import', 'secondary')}
        </>
      )}
    </>
  )
}

const Why = ({ text }: { text: string }) => <p className="text-13 text-ink-2">{text}</p>

function DistributionFacts({ distribution }: { distribution: NonNullable<Quarter['distribution']> }) {
  const t = useT()
  const locale = useLocale()
  const { state, netIncomeFils, recordDate, maker, checker, progress, reason } = distribution
  const facts: Array<readonly [string, ReactNode]> = [
    [
      t('rent.distribution'),
      <StatusBadge key="s" tone={DISTRIBUTION_TONES[state]}>
        {t(`rent.state.${state}`)}
      </StatusBadge>,
    ],
    [t('income.line.netIncome'), <Money key="n" fils={netIncomeFils} decimals={2} />],
    [t('rent.column.recordDate'), formatDate(recordDate, locale)],
    [t('rent.column.progress'), progress && <Progress key="p" distribution={distribution} />],
    [t('finance.column.maker'), <Person key="m" id={maker} />],
    [t('finance.column.checker'), checker && <Person key="c" id={checker} />],
    [t('finance.field.reason'), <bdi key="r">{reason}</bdi>],
  ]
  return (
    <DefinitionList
      dense
      className="w-full"
      facts={facts.flatMap(([term, value]) => (value ? [{ term, value }] : []))}
    />
  )
}
