import type { ChainView, TokenHolderView, TokenView } from '@hissa/contracts/tokenisation'
import { PagedTable } from '../../api/paged-table.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { explorerPage } from '../../lib/chain.js'
import { formatCount } from '../../lib/format-count.js'
import { formatShare } from '../../lib/format.js'
import { ChainName } from '../../ui/chain-name.js'
import { StatusBadge } from '../../ui/status.js'
import type { Column } from '../../ui/table.js'
import { Section } from './section.js'
import { SharesOf } from './shares-of.js'
import { useListTokenHoldersInfiniteQuery } from './tokens-api.js'

interface HoldersProps {
  token: TokenView
  chain: ChainView
  /** The user's address, which is marked. */
  own: string | undefined
}

/** Lists the addresses with shares, those with the most first. */
export function Holders({ token, chain, own }: HoldersProps) {
  const t = useT()
  const columns = useColumns(token, chain, own)
  return (
    <Section title={t('tokens.column.holders')} text={t('tokens.holders.text')}>
      <PagedTable
        query={useListTokenHoldersInfiniteQuery(token.property.slug)}
        caption={t('tokens.column.holders')}
        columns={columns}
        rowKey={({ account }) => account}
        words={{
          loading: t('tokens.holders.loading'),
          error: t('tokens.holders.error'),
          errorText: t('tokens.errorText'),
        }}
        placeholder="h-40 w-full"
        empty={<p className="text-15 text-ink-2">{t('tokens.holders.none')}</p>}
      />
    </Section>
  )
}

function useColumns(token: TokenView, chain: ChainView, own: string | undefined): Column<TokenHolderView>[] {
  const t = useT()
  const locale = useLocale()
  return [
    {
      key: 'account',
      header: t('tokens.column.account'),
      lead: true,
      cell: ({ account }) => (
        <span className="inline-flex flex-wrap items-center gap-x-3">
          <ChainName
            canCopy
            name={account}
            label={t('tokens.copy.account')}
            href={explorerPage(chain, 'address', account)}
          />
          {account.toLowerCase() === own?.toLowerCase() && (
            <StatusBadge tone="mine">{t('tokens.holders.own')}</StatusBadge>
          )}
        </span>
      ),
    },
    {
      key: 'units',
      header: t('tokens.column.shares'),
      figures: true,
      cell: ({ account, units }) => <SharesOf accounts={[account]}>{formatCount(units)}</SharesOf>,
    },
    {
      key: 'part',
      header: t('tokens.column.part'),
      figures: true,
      cell: ({ account, units }) => (
        <SharesOf accounts={[account]}>
          {formatShare((units * 1_000_000) / Math.max(1, token.unitsTotal), locale)}
        </SharesOf>
      ),
    },
  ]
}
