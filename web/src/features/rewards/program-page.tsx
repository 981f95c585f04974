import type { ApiError } from '../../api/problem.js'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { Program } from './program.js'
import { useGetRewardsProgramQuery } from './rewards-api.js'

/** `/rewards`: how the rewards program works, for everyone. */
export default function ProgramPage() {
  const t = useT()
  const { data, error, isFetching, refetch } = useGetRewardsProgramQuery()
  return (
    <div className="frame pb-24">
      <PageHead title={t('rewards.program.title')} description={t('rewards.program.lead')} />
      <PageHeader title={t('rewards.program.title')} lead={t('rewards.program.lead')} />
      {data ? (
        <Program program={data} />
      ) : error && !isFetching ? (
        <ErrorState
          title={t('rewards.error')}
          text={t('rewards.errorText')}
          reference={(error as ApiError).reference}
          action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
        />
      ) : (
        <Loading label={t('rewards.loading')} onRetry={() => void refetch()}>
          <Skeleton className="h-80 w-full" />
        </Loading>
      )}
    </div>
  )
}
