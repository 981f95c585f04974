import type { StaffRaiseView } from '@hissa/contracts/investment'
import { times, type Units } from '@hissa/money'
import { lazy, Suspense, type ReactNode } from 'react'
import { PropertyTitle } from '../../api/property-title.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'
import { formatDate } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { DefinitionList } from '../../ui/layout.js'
import { Money } from '../../ui/money.js'
import { When } from '../../ui/when.js'
import { Decisions } from './decisions.js'
import { useGetRaiseQuery } from './finance-api.js'
import { DetailPage, Facts } from './frame.js'
import { Code } from './code.js'
import { type PartProps, POLLING, Proposal } from './parts.js'
import { RaiseActions, RaiseBadge, RunProgress } from './raise-parts.js'
import { usePage } from './use-page.js'

/** Loaded with the first raise that has one. */
const StoredDeeds = lazy(() => import('./stored-deeds.js'))

/** One raise: its figures and dates, what can be done, and what has been decided. */
export function RaiseDetail({ propertyId, userId, onTask }: PartProps & { propertyId: string }) {
  const t = useT()
  const { set } = usePage()
  const read = useGetRaiseQuery(propertyId, POLLING)
  const raise = read.data?.raise
  const facts = useFacts(raise)
  const actions = raise && (
    <>
      {raise.pending && <Proposal inDetail pending={raise.pending} />}
      <RaiseActions inDetail {...{ raise, userId, onTask }} />
      <Button
        size="s"
        kind="quiet"
        className="-ms-3"
        onClick={() => set({ tab: 'orders', property: propertyId, raise: null })}
      >
        {t('finance.ordersOfRaise')}
      </Button>
    </>
  )
  return (
    <DetailPage
      title={raise ? <PropertyTitle property={raise.property} /> : t('finance.subject.raise')}
      state={raise && <RaiseBadge raise={raise} />}
      {...{ error: read.error, loading: !raise, back: t('finance.backToRaises') }}
      onBack={() => set({ raise: null })}
      retry={() => void read.refetch()}
    >
      <div className="flex flex-col gap-8">
        <Facts actions={actions}>
          <DefinitionList dense facts={facts} />
        </Facts>
        <Decisions
          decisions={read.data?.decisions ?? []}
          actionOf={({ action }) => t(`finance.action.${action.type}`)}
        />
      </div>
    </DetailPage>
  )
}

function useFacts(raise: StaffRaiseView | undefined) {
  const t = useT()
  const locale = useLocale()
  if (!raise) return []
  const at = (iso: string | undefined) => iso && <When at={iso} />
  const { deed, deedVersions, failure, property } = raise
  const facts: Array<readonly [term: string, value: ReactNode]> = [
    [
      t('finance.column.paid'),
      <Valued key="u" raise={raise} units={raise.unitsPaid}>
        <bdi dir="ltr">{`${formatCount(raise.unitsPaid)} / ${formatCount(raise.unitsTotal)}`}</bdi>
      </Valued>,
    ],
    [t('finance.reserved'), <Valued key="r" raise={raise} units={raise.unitsReserved} />],
    [t('finance.available'), <Valued key="a" raise={raise} units={raise.unitsAvailable} />],
    [t('finance.column.minimum'), <Valued key="m" raise={raise} units={raise.minimumUnits} />],
    [t('finance.investors'), formatCount(raise.investors)],
    [t('finance.column.deadline'), at(raise.deadline)],
    [t('finance.closingAt'), raise.fundedAt ? undefined : at(raise.closingAt)],
    [t('finance.closedAt'), at(raise.fundedAt)],
    [t('finance.coolingOffEnds'), at(raise.coolingOffEndsAt)],
    [t('finance.failedAt'), at(raise.failedAt)],
    [t('finance.endReason'), failure && t(`finance.raiseFailure.${failure}`)],
    [t('finance.completedAt'), at(raise.completedAt)],
    [t('finance.deed'), deed && <Code text={deed.number} />],
    [t('finance.field.issuedOn'), deed && formatDate(deed.issuedOn, locale)],
    [t('finance.deedHash'), deed && <Hash text={deed.documentSha256} />],
    [
      t('finance.deed.versions'),
      deedVersions && (
        <Suspense>
          <StoredDeeds propertyId={property.propertyId} deeds={deedVersions} />
        </Suspense>
      ),
    ],
    [t('finance.column.progress'), raise.run && <RunProgress run={raise.run} />],
  ]
  return facts.filter(([, value]) => value !== undefined).map(([term, value]) => ({ term, value }))
}

interface ValuedProps {
  raise: Pick<StaffRaiseView, 'unitPriceFils'>
  units: Units
  children?: ReactNode
}

/** Shows shares, and beside them what they cost. */
const Valued = ({ raise: { unitPriceFils }, units, children = formatCount(units) }: ValuedProps) => (
  <span className="inline-flex flex-wrap gap-x-2">
    {children}
    <span className="text-ink-2">
      <Money fils={times(unitPriceFils, units)} />
    </span>
  </span>
)

const Hash = ({ text }: { text: string }) => (
  <span className="block max-w-80">
    <bdi className="break-all">{text}</bdi>
  </span>
)
