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
import { CompareBar, CompareChoice } from './compare-choice.js'
import { FilterBar } from './filter-bar.js'

/** `/properties`: all current and past offerings, with the filters in the address. */
export default function ListPage() {
  const t = useT()
  const [params] = useSearchParams()
  const list = useListPropertiesQuery(listQueryOf(params))
  const error = list.error as ApiError | undefined
  return (
    <div className="frame">
      <PageHead
        title={t('properties.title')}
        description={t('properties.description')}
        status={error && (isOfNoPage(error) ? 400 : 503)}
      />
      <PageHeader title={t('properties.title')} lead={t('properties.lead')} />
      <FilterBar total={error && !list.isFetching ? undefined : list.data?.scannedCount} />
      <Results data={list.data} error={error} busy={list.isFetching} refetch={() => void list.refetch()} />
    </div>
  )
}

/** Returns whether the server rejected the cursor in the address: it is damaged or belongs to another sort order. */
const isOfNoPage = (error: ApiError | undefined) =>
  error?.status === 400 && error.errors.some(({ path }) => path === '/cursor')

interface ResultsProps {
  data: PropertyList | undefined
  error: ApiError | undefined
  busy: boolean
  refetch: () => void
}

/** Shows previous results while new ones load; skeletons only on the first load. */
function Results({ data, error, busy, refetch }: ResultsProps) {
  const t = useT()
  const [params] = useSearchParams()
  if (isOfNoPage(error)) return <NoSuchPage />
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
    // Offerings can be withdrawn after the link to a later page was made.
    if (params.has('cursor')) return <NoSuchPage />
    const filtered = Object.keys(readFilters(params)).some((key) => key !== 'sort')
    return filtered ? <NoMatches /> : <NoProperties refetch={refetch} />
  }
  return (
    <div aria-busy={busy || undefined} className={busy ? 'opacity-60 transition-opacity duration-200' : undefined}>
      <Grid>
        {data.properties.map((property) => (
          <PropertyCard key={property.propertyId} property={property} foot={<CompareChoice property={property} />} />
        ))}
      </Grid>
      <Pages cursor={data.cursor} />
      <CompareBar />
    </div>
  )
}

function Grid({ children }: { children: React.ReactNode }) {
  return <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">{children}</div>
}

/** Returns the address with another cursor, or none. */
function pageAt(params: URLSearchParams, cursor: string | undefined): string {
  const next = new URLSearchParams(params)
  if (cursor) next.set('cursor', cursor)
  else next.delete('cursor')
  return `/properties${next.size ? `?${next}` : ''}`
}

function Pages({ cursor }: { cursor: string | undefined }) {
  const t = useT()
  const [params] = useSearchParams()
  if (!cursor && !params.has('cursor')) return null
  return (
    <nav aria-label={t('properties.pages')} className="mt-8 flex justify-center gap-3">
      {params.has('cursor') && (
        <ButtonLink kind="secondary" to={pageAt(params, undefined)}>
          {t('properties.firstPage')}
        </ButtonLink>
      )}
      {cursor && (
        <ButtonLink kind="secondary" to={pageAt(params, cursor)}>
          {t('properties.nextPage')}
        </ButtonLink>
      )}
    </nav>
  )
}

function NoSuchPage() {
  const t = useT()
  const [params] = useSearchParams()
  return (
    <EmptyState
      title={t('properties.noPage.title')}
      text={t('properties.noPage.text')}
      action={<ButtonLink to={pageAt(params, undefined)}>{t('properties.firstPage')}</ButtonLink>}
    />
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
