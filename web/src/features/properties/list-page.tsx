import { useSearchParams } from 'react-router-dom'
import { useListPropertiesQuery, type PropertyList } from '../../api/api.js'
import { NETWORK, type ApiError } from '../../api/problem.js'
import { useT } from '../../i18n/i18n.js'
import { listQueryOf, readFilters } from '../../lib/property-query.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { PageHead } from '../../ui/page-head.js'
import { PageHeader } from '../../ui/layout.js'
import { EmptyState, ErrorState, Loading } from '../../ui/states.js'
import { CardSkeleton, PropertyCard } from './card.js'
import { FilterBar } from './filter-bar.js'

/** `/properties`: everything that is or was offered, with its filters in the address. */
export default function ListPage() {
  const t = useT()
  const [params] = useSearchParams()
  const list = useListPropertiesQuery(listQueryOf(params))
  return (
    <div className="frame">
      <PageHead
        title={t('properties.title')}
        description={t('properties.description')}
        status={list.error ? 503 : undefined}
      />
      <PageHeader title={t('properties.title')} lead={t('properties.lead')} />
      <FilterBar total={list.error && !list.isFetching ? undefined : list.data?.scannedCount} />
      <Results
        data={list.data}
        error={list.error as ApiError | undefined}
        busy={list.isFetching}
        refetch={() => void list.refetch()}
      />
    </div>
  )
}

interface ResultsProps {
  data: PropertyList | undefined
  error: ApiError | undefined
  busy: boolean
  refetch: () => void
}

/** Old results stay while new ones are fetched; skeletons are only for the first time. */
function Results({ data, error, busy, refetch }: ResultsProps) {
  const t = useT()
  const [params] = useSearchParams()
  if (error && !busy) return <ListError error={error} refetch={refetch} />
  if (!data) {
    return (
      <Loading label={t('properties.loading')} onRetry={refetch}>
        <Grid>
          {[0, 1, 2, 3, 4, 5].map((index) => (
            <CardSkeleton key={index} />
          ))}
        </Grid>
      </Loading>
    )
  }
  if (data.properties.length === 0) {
    const filtered = Object.keys(readFilters(params)).some((key) => key !== 'sort')
    return filtered ? <NoMatches /> : <NoProperties refetch={refetch} />
  }
  return (
    <div aria-busy={busy || undefined} className={busy ? 'opacity-60 transition-opacity duration-200' : undefined}>
      <Grid>
        {data.properties.map((property) => (
          <PropertyCard key={property.propertyId} property={property} />
        ))}
      </Grid>
      <Pages cursor={data.cursor} />
    </div>
  )
}

function Grid({ children }: { children: React.ReactNode }) {
  return <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">{children}</div>
}

function Pages({ cursor }: { cursor: string | undefined }) {
  const t = useT()
  const [params] = useSearchParams()
  const at = (value: string | undefined) => {
    const next = new URLSearchParams(params)
    if (value) next.set('cursor', value)
    else next.delete('cursor')
    return `/properties${next.size ? `?${next}` : ''}`
  }
  if (!cursor && !params.has('cursor')) return null
  return (
    <nav aria-label={t('properties.pages')} className="mt-8 flex justify-center gap-3">
      {params.has('cursor') && (
        <ButtonLink kind="secondary" to={at(undefined)}>
          {t('properties.firstPage')}
        </ButtonLink>
      )}
      {cursor && (
        <ButtonLink kind="secondary" to={at(cursor)}>
          {t('properties.nextPage')}
        </ButtonLink>
      )}
    </nav>
  )
}

function ListError({ error, refetch }: { error: ApiError; refetch: () => void }) {
  const t = useT()
  return (
    <ErrorState
      title={t('properties.error.title')}
      text={
        error.code === NETWORK ? t('ui.offline') : error.status ? `HTTP ${error.status}: ${error.detail}` : error.detail
      }
      reference={error.reference}
      action={<Button onClick={refetch}>{t('ui.tryAgain')}</Button>}
    />
  )
}

function NoMatches() {
  const t = useT()
  return (
    <EmptyState
      title={t('properties.noMatch.title')}
      text={t('properties.noMatch.text')}
      action={<ButtonLink to="/properties">{t('properties.clear')}</ButtonLink>}
    />
  )
}

function NoProperties({ refetch }: { refetch: () => void }) {
  const t = useT()
  return (
    <EmptyState
      title={t('properties.empty.title')}
      text={t('properties.empty.text')}
      action={<Button onClick={refetch}>{t('properties.refresh')}</Button>}
    />
  )
}
