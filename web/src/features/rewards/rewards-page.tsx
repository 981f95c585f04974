import type { RewardState, RewardView } from '@hissa/contracts/investment'
import { type Paged, PagedTable } from '../../api/paged-table.js'
import type { ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatShortDate } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { Card, PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { Progress } from '../../ui/progress.js'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import type { Column } from '../../ui/table.js'
import { figure, Program } from './program.js'
import { Referrals } from './referrals.js'
import { type RewardsPage as Rewards, useGetRewardsInfiniteQuery } from './rewards-api.js'

/** `/rewards-program`: the user's points and their history, the tiers, and the referral link. */
export default function RewardsPage() {
  const t = useT()
  const query = useGetRewardsInfiniteQuery()
  const first = query.data?.pages[0]
  const again = () => void query.refetch()
  return (
    <div className="frame pb-24">
      <PageHead title={t('rewards.title')} private />
      <PageHeader title={t('rewards.title')} lead={t('rewards.lead')} />
      {first ? (
        <div className="flex flex-col gap-12">
          <div className="grid gap-6 lg:grid-cols-2">
            <Points rewards={first} />
            <Tier rewards={first} />
          </div>
          <section className="flex flex-col gap-4">
            <h2 className="text-22">{t('rewards.history')}</h2>
            <History query={query} />
          </section>
          <Referrals />
          <Program program={first.program} tier={first.tier} />
        </div>
      ) : query.error && !query.isFetching ? (
        <ErrorState
          title={t('rewards.error')}
          text={t('rewards.errorText')}
          reference={(query.error as ApiError).reference}
          action={<Button onClick={again}>{t('ui.tryAgain')}</Button>}
        />
      ) : (
        <Loading label={t('rewards.loading')} onRetry={again}>
          <Skeleton className="h-80 w-full" />
        </Loading>
      )}
    </div>
  )
}

function History({ query }: { query: Paged<RewardView> }) {
  const t = useT()
  return (
    <PagedTable<RewardView>
      query={query}
      caption={t('rewards.history')}
      columns={useColumns()}
      rowKey={({ rewardId }) => rewardId}
      words={{ loading: t('rewards.loading'), error: t('rewards.error'), errorText: t('rewards.errorText') }}
      empty={<EmptyState title={t('rewards.empty')} text={t('rewards.emptyText')} />}
    />
  )
}

function Points({ rewards: { points, pendingPoints, expiringNext } }: { rewards: Rewards }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Card className="flex flex-col gap-3 px-6 py-5">
      <p className="text-13 text-ink-2">{t('rewards.points')}</p>
      <p className="text-34">
        <bdi dir="ltr">{figure(points)}</bdi>
      </p>
      <p className="text-15 text-ink-2">
        {pendingPoints > 0 ? t('rewards.pending', { points: figure(pendingPoints) }) : t('rewards.noPending')}
      </p>
      {expiringNext && (
        <p className="text-15 text-ink-2">
          {t('rewards.expiring', {
            points: figure(expiringNext.points),
            date: formatShortDate(expiringNext.at, locale),
          })}
        </p>
      )}
    </Card>
  )
}

function Tier({ rewards: { points, tier, nextTier } }: { rewards: Rewards }) {
  const t = useT()
  const label = nextTier
    ? t('rewards.next', { points: figure(nextTier.missingPoints), tier: t(`rewards.tier.${nextTier.tier}`) })
    : t('rewards.highest')
  return (
    <Card className="flex flex-col gap-3 px-6 py-5">
      <p className="text-13 text-ink-2">{t('rewards.tier')}</p>
      <p className="text-34">{t(`rewards.tier.${tier}`)}</p>
      {nextTier && <Progress label={label} value={points} max={points + nextTier.missingPoints} />}
      <p className="text-15 text-ink-2">{label}</p>
    </Card>
  )
}

const TONES: Record<RewardState, Tone> = {
  ...{ pending: 'warn', earned: 'good', expired: 'neutral', withdrawn: 'neutral', taken_back: 'bad' },
}

function useColumns(): Column<RewardView>[] {
  const t = useT()
  const locale = useLocale()
  const date = (iso: string) => <span className="whitespace-nowrap">{formatShortDate(iso, locale)}</span>
  return [
    { key: 'kind', header: t('rewards.column.why'), lead: true, cell: ({ kind }) => t(`rewards.kind.${kind}`) },
    { key: 'date', header: t('rewards.column.date'), cell: ({ earnedAt, at }) => date(earnedAt ?? at) },
    { key: 'points', header: t('rewards.column.points'), figures: true, cell: ({ points }) => figure(points) },
    {
      key: 'state',
      header: t('rewards.column.state'),
      end: true,
      cell: ({ state, expiresAt }) => (
        <span className="inline-flex flex-col items-end gap-1">
          <StatusBadge tone={TONES[state]}>{t(`rewards.state.${state}`)}</StatusBadge>
          {state === 'earned' && expiresAt && (
            <span className="text-13 text-ink-2">
              {t('rewards.until', { date: formatShortDate(expiresAt, locale) })}
            </span>
          )}
        </span>
      ),
    },
  ]
}
