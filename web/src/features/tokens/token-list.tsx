import type { ChainView, TokenView } from '@hissa/contracts/tokenisation'
import { PagedTable } from '../../api/paged-table.js'
import { PropertyTitle } from '../../api/property-title.js'
import { useT } from '../../i18n/i18n.js'
import { explorerPage, tokenPath, transactionPath } from '../../lib/chain.js'
import { formatCount } from '../../lib/format-count.js'
import { TOKEN_STATES } from '../../lib/token-labels.js'
import { ChainName, IN_CELL } from '../../ui/chain-name.js'
import { PageHeader } from '../../ui/layout.js'
import { Link } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import type { Column } from '../../ui/table.js'
import { IssuedGrid } from './issued-grid.js'
import { useListTokensInfiniteQuery } from './tokens-api.js'

/** Lists the tokens of all properties. */
export function TokenList() {
  const t = useT()
  const query = useListTokensInfiniteQuery()
  const chain = query.data?.pages[0]?.chain
  const columns = useColumns(chain)
  return (
    <div className="frame pb-24">
      <PageHead title={t('tokens.title')} private />
      <PageHeader title={t('tokens.title')} lead={t('tokens.about')} />
      <PagedTable
        query={query}
        caption={t('tokens.title')}
        columns={columns}
        rowKey={({ property }) => property.propertyId}
        words={{ loading: t('tokens.listLoading'), error: t('tokens.listError'), errorText: t('tokens.errorText') }}
        empty={<EmptyState title={t('tokens.listEmpty')} text={t('tokens.listEmptyText')} />}
      />
    </div>
  )
}

function useColumns(chain: ChainView | undefined): Column<TokenView>[] {
  const t = useT()
  return [
    {
      key: 'property',
      header: t('tokens.column.property'),
      lead: true,
      cell: ({ property }) => (
        <Link
          to={tokenPath(property.slug)}
          className="inline-flex items-center underline decoration-line-strong max-md:min-h-11 decoration-1 underline-offset-3 hover:decoration-ink"
        >
          <PropertyTitle property={property} />
        </Link>
      ),
    },
    { key: 'issued', header: t('tokens.column.issued'), cell: (token) => <Issued token={token} /> },
    {
      key: 'contract',
      header: t('tokens.contract.address'),
      cell: (token) => <Contract token={token} chain={chain} />,
    },
    {
      key: 'holders',
      header: t('tokens.column.holders'),
      figures: true,
      cell: ({ holders }) => formatCount(holders),
    },
    {
      key: 'state',
      header: t('tokens.column.state'),
      end: true,
      cell: ({ state }) => (
        <StatusBadge tone={TOKEN_STATES[state].tone} className="whitespace-nowrap">
          {t(TOKEN_STATES[state].word)}
        </StatusBadge>
      ),
    },
  ]
}

function Issued({ token }: { token: TokenView }) {
  const t = useT()
  return (
    <span className="flex w-44 max-w-full flex-col gap-1 max-md:w-40">
      <IssuedGrid form="line" token={token} mine={0} />
      <span className="text-13 text-ink-2">
        {t('tokens.issuedOf', { issued: formatCount(token.unitsMinted), total: formatCount(token.unitsTotal) })}
      </span>
    </span>
  )
}

function Contract({ token, chain }: { token: TokenView; chain: ChainView | undefined }) {
  const t = useT()
  const { address, deployment, property } = token
  if (!address) return <span className="text-13 text-ink-2">{t('tokens.notDeployed')}</span>
  return (
    <ChainName
      name={address}
      label={t('tokens.copy.contract')}
      href={chain && explorerPage(chain, 'address', address)}
      to={deployment && transactionPath(property.slug, deployment.transactionHash)}
      className={IN_CELL}
    />
  )
}
