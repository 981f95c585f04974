import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import type { ApiError } from '../../api/problem.js'
import { useGetTokenQuery } from '../../api/token-api.js'
import { useT } from '../../i18n/i18n.js'
import { tokenPath } from '../../lib/chain.js'
import { Loading, Skeleton } from '../../ui/states.js'
import { TokenFailure } from './token-failure.js'
import { TokenList } from './token-list.js'
import { TokenPage } from './token-page-view.js'

/** `/tokenization/:propertyId?`: all tokens or, with a property, its token. A record's id redirects to the slug. */
export default function TokenizationPage() {
  const property = useParams()['propertyId']
  return property ? <OneToken key={property} property={property} /> : <TokenList />
}

function OneToken({ property }: { property: string }) {
  const { data, error, isFetching, refetch } = useGetTokenQuery(property)
  const navigate = useNavigate()
  const slug = data?.token.property.slug
  useEffect(() => {
    if (slug && slug !== property) void navigate(tokenPath(slug), { replace: true })
  }, [slug, property, navigate])
  if (data) return <TokenPage {...data} />
  if (error && !isFetching) return <TokenFailure error={error as ApiError} again={() => void refetch()} />
  return <TokenLoading again={() => void refetch()} />
}

function TokenLoading({ again }: { again: () => void }) {
  const t = useT()
  return (
    <div className="frame pt-12">
      <Loading label={t('tokens.loading')} onRetry={again}>
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="mt-3 h-5 w-1/2" />
        <div className="grid gap-12 pt-10 lg:grid-cols-[minmax(0,1fr)_340px]">
          <Skeleton className="h-72 rounded-m" />
          <Skeleton className="h-72 rounded-m" />
        </div>
      </Loading>
    </div>
  )
}
