import type { Property } from '@hissa/contracts/property'
import type { ApiError } from '../../api/problem.js'
import { useSession } from '../../api/services.js'
import { useGetTokenQuery, type TokenOnChain } from '../../api/token-api.js'
import { useT } from '../../i18n/i18n.js'
import { explorerPage, tokenPath } from '../../lib/chain.js'
import { formatCount } from '../../lib/format-count.js'
import { TOKEN_STATES } from '../../lib/token-labels.js'
import { Button } from '../../ui/button.js'
import { ChainName } from '../../ui/chain-name.js'
import { DefinitionList } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { Skeleton } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'

/**
 * Shows the token of a property in short. It is loaded in the browser only, so that the page doesn't depend on it;
 * loading and failed, the block has its final height.
 */
export function TokenFacts({ property: { slug } }: { property: Property }) {
  const t = useT()
  const session = useSession()
  const { data, error, isFetching, refetch } = useGetTokenQuery(slug)
  if (!data && (error as ApiError | undefined)?.status === 404) return null
  return (
    <section>
      <h2 className="pb-3 text-26">{t('property.token.title')}</h2>
      <p className="max-w-[68ch] pb-3 text-15 text-ink-2">{t('property.token.text')}</p>
      <div className="min-h-40 max-md:min-h-44">
        {data ? (
          <Facts {...data} />
        ) : error && !isFetching ? (
          <p className="flex flex-wrap items-center gap-3 text-15 text-ink-2">
            {t('property.token.error')}
            <Button kind="secondary" onClick={() => void refetch()}>
              {t('ui.tryAgain')}
            </Button>
          </p>
        ) : (
          <Skeleton className="h-40 w-full max-md:h-44" />
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 pt-2 text-15">
        <TextLink to={tokenPath(slug)} className="inline-flex min-h-11 items-center">
          {t('property.token.link')}
        </TextLink>
        {session === null && <span className="text-13 text-ink-2">{t('property.token.signIn')}</span>}
      </p>
    </section>
  )
}

function Facts({ token, chain }: TokenOnChain) {
  const t = useT()
  const { state, address, unitsMinted, unitsTotal } = token
  const { tone, word } = TOKEN_STATES[state]
  return (
    <DefinitionList
      className="divide-y divide-line border-y border-line"
      facts={[
        { term: t('property.token.state'), value: <StatusBadge tone={tone}>{t(word)}</StatusBadge> },
        {
          term: t('property.token.issued'),
          value: t('property.token.issuedOf', { issued: formatCount(unitsMinted), total: formatCount(unitsTotal) }),
        },
        {
          term: t('property.token.contract'),
          value: address ? (
            <ChainName
              canCopy
              name={address}
              label={t('property.token.address')}
              href={explorerPage(chain, 'address', address)}
            />
          ) : (
            t('property.token.none')
          ),
        },
        { term: t('property.token.chain'), value: <bdi>{chain.name}</bdi> },
      ]}
    />
  )
}
