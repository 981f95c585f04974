import type { ChainView, TokenTransferView, TokenView } from '@hissa/contracts/tokenisation'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import type { ApiError } from '../../api/problem.js'
import { PropertyTitle } from '../../api/property-title.js'
import { useGetTokenQuery } from '../../api/token-api.js'
import { useT } from '../../i18n/i18n.js'
import { tokenPath } from '../../lib/chain.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { PageHeader } from '../../ui/layout.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { TokenFailure } from './token-failure.js'
import { useSearchTransfersInfiniteQuery } from './tokens-api.js'
import { TransactionFacts } from './transaction-facts.js'

/** Pages of 100 transfers that are searched before the user is asked to go on. */
const PAGES_AT_ONCE = 10

/** `/tokenization/:propertyId/transactions/:hash`: what one transaction did with a token, and in which block. */
export default function TransactionPage() {
  const t = useT()
  const { propertyId = '', hash: given = '' } = useParams()
  const { data, error, isFetching, refetch } = useGetTokenQuery(propertyId)
  if (error && !data && !isFetching) return <TokenFailure error={error as ApiError} again={() => void refetch()} />
  return (
    <div className="frame pb-24">
      <PageHead title={t('tokens.transaction.title')} private />
      <PageHeader
        title={t('tokens.transaction.title')}
        lead={data ? <PropertyTitle property={data.token.property} /> : '\u00a0'}
      />
      {data ? <Found {...data} hash={given.toLowerCase()} /> : <Searching again={() => void refetch()} />}
    </div>
  )
}

interface FoundProps {
  token: TokenView
  chain: ChainView
  hash: string
}

function Found({ token, chain, hash }: FoundProps) {
  const t = useT()
  const { slug } = token.property
  const { transfers, state, more } = useTransaction(token, hash)
  const deployment = token.deployment?.transactionHash === hash ? token.deployment : undefined
  const receipt = deployment ?? transfers[0]?.receipt
  if (receipt) return <TransactionFacts {...{ token, chain, receipt, transfers, isDeployment: Boolean(deployment) }} />
  if (state === 'searching') return <Searching again={more} />
  if (state === 'failed') {
    return (
      <ErrorState
        title={t('tokens.transfers.error')}
        text={t('tokens.errorText')}
        action={<Button onClick={more}>{t('ui.tryAgain')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      title={t('tokens.transaction.none')}
      text={t(state === 'paused' ? 'tokens.transaction.paused' : 'tokens.transaction.noneText')}
      action={
        <>
          {state === 'paused' && <Button onClick={more}>{t('tokens.transaction.more')}</Button>}
          <ButtonLink kind="secondary" to={tokenPath(slug)}>
            {t('tokens.transaction.back')}
          </ButtonLink>
        </>
      }
    />
  )
}

function Searching({ again }: { again: () => void }) {
  const t = useT()
  return (
    <Loading label={t('tokens.transaction.loading')} onRetry={again}>
      <Skeleton className="h-80 w-full" />
    </Loading>
  )
}

interface Search {
  transfers: TokenTransferView[]
  state: 'searching' | 'failed' | 'paused' | 'ended'
  /** Repeats a failed request or searches further. */
  more: () => void
}

/** Searches the token's transfers, page by page, for those of a transaction. Its transfers are next to each other. */
function useTransaction({ property, deployment }: TokenView, hash: string): Search {
  const isDeployment = deployment?.transactionHash === hash
  const query = useSearchTransfersInfiniteQuery(property.slug, { skip: isDeployment })
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = query
  const pages = data?.pages ?? []
  const transfers = pages.flatMap(({ rows }) => rows).filter(({ receipt }) => receipt.transactionHash === hash)
  const isCut = pages.at(-1)?.rows.at(-1)?.receipt.transactionHash === hash
  const wanted = hasNextPage && (transfers.length === 0 ? pages.length % PAGES_AT_ONCE !== 0 : isCut)
  const goesOn = wanted && !isFetching && !error
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, pages.length, fetchNextPage])
  const more = () => void (data ? fetchNextPage() : refetch())
  if (isFetching || goesOn || (!data && !error && !isDeployment)) return { transfers, state: 'searching', more }
  if (error) return { transfers, state: 'failed', more }
  return { transfers, state: hasNextPage ? 'paused' : 'ended', more }
}
