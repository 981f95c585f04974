import type { ApiError } from '../../api/problem.js'
import { useGetSavedQuery, useListSavedQuery } from '../../api/saved-api.js'
import { useT } from '../../i18n/i18n.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading } from '../../ui/states.js'
import { CardSkeleton, PropertyCard } from './card.js'

/** `/saved`: the properties that the user has saved, on every device. */
export default function SavedPage() {
  const t = useT()
  return (
    <div className="frame pb-24">
      <PageHead title={t('properties.saved.title')} private />
      <PageHeader title={t('properties.saved.title')} lead={t('properties.saved.lead')} />
      <SavedList />
    </div>
  )
}

function SavedList() {
  const t = useT()
  const { data, error, isFetching, refetch } = useListSavedQuery()
  const { data: savedIds } = useGetSavedQuery()
  if (!data && error && !isFetching)
    return (
      <ErrorState
        title={t('properties.saved.error')}
        text={t('properties.saved.errorText')}
        reference={(error as ApiError).reference}
        action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
      />
    )
  if (!data)
    return (
      <Loading label={t('properties.loading')} onRetry={() => void refetch()}>
        <Grid>
          <CardSkeleton />
          <CardSkeleton />
          <CardSkeleton />
        </Grid>
      </Loading>
    )
  // A property that is being removed disappears at once, and comes back if that fails.
  const shown = savedIds ? data.filter(({ propertyId }) => savedIds.includes(propertyId)) : data
  if (shown.length === 0)
    return (
      <EmptyState
        title={t('properties.saved.empty')}
        text={t('properties.saved.emptyText')}
        action={<ButtonLink to="/properties">{t('properties.saved.browse')}</ButtonLink>}
      />
    )
  return (
    <Grid>
      {shown.map((property) => (
        <PropertyCard key={property.propertyId} property={property} />
      ))}
    </Grid>
  )
}

function Grid({ children }: { children: React.ReactNode }) {
  return <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">{children}</div>
}
