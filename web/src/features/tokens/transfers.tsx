import type { ChainView, TokenTransferView, TokenView } from '@hissa/contracts/tokenisation'
import { PagedTable } from '../../api/paged-table.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import type { MessageId } from '../../i18n/i18n.js'
import { explorerPage, transactionPath } from '../../lib/chain.js'
import { formatCount } from '../../lib/format-count.js'
import { formatShortDateTime } from '../../lib/format.js'
import { ChainName, IN_CELL } from '../../ui/chain-name.js'
import type { Column } from '../../ui/table.js'
import { Section } from './section.js'
import { SharesOf } from './shares-of.js'
import { useListTransfersInfiniteQuery } from './tokens-api.js'

interface TransfersProps {
  token: TokenView
  chain: ChainView
}

/** What happened to the shares, in words. */
export const TRANSFER_KINDS: Record<TokenTransferView['kind'], MessageId> = {
  mint: 'tokens.kind.mint',
  burn: 'tokens.kind.burn',
  transfer: 'tokens.kind.transfer',
}

/** Lists the movements of a token's shares, newest first. */
export function Transfers({ token, chain }: TransfersProps) {
  const t = useT()
  const columns = useColumns(token.property.slug, chain)
  return (
    <Section title={t('tokens.transfers.title')} text={t('tokens.transfers.text')}>
      <PagedTable
        query={useListTransfersInfiniteQuery(token.property.slug)}
        caption={t('tokens.transfers.title')}
        columns={columns}
        rowKey={({ receipt, from, to, units }) => `${receipt.transactionHash}${from}${to}${units}`}
        words={{
          loading: t('tokens.transfers.loading'),
          error: t('tokens.transfers.error'),
          errorText: t('tokens.errorText'),
        }}
        placeholder="h-40 w-full"
        empty={<p className="text-15 text-ink-2">{t('tokens.transfers.none')}</p>}
      />
    </Section>
  )
}

function useColumns(slug: string, chain: ChainView): Column<TokenTransferView>[] {
  const t = useT()
  const locale = useLocale()
  return [
    { key: 'kind', header: t('tokens.column.kind'), lead: true, cell: ({ kind }) => t(TRANSFER_KINDS[kind]) },
    {
      key: 'date',
      header: t('tokens.column.date'),
      cell: ({ receipt }) => <span className="whitespace-nowrap">{formatShortDateTime(receipt.at, locale)}</span>,
    },
    { key: 'from', header: t('tokens.column.from'), cell: ({ from }) => <Account account={from} chain={chain} /> },
    { key: 'to', header: t('tokens.column.to'), cell: ({ to }) => <Account account={to} chain={chain} /> },
    {
      key: 'units',
      header: t('tokens.column.shares'),
      figures: true,
      cell: ({ from, to, units }) => <SharesOf accounts={[from, to]}>{formatCount(units)}</SharesOf>,
    },
    {
      key: 'transaction',
      header: t('tokens.column.transaction'),
      end: true,
      cell: ({ receipt }) => (
        <ChainName
          name={receipt.transactionHash}
          label={t('tokens.copy.transaction')}
          href={explorerPage(chain, 'tx', receipt.transactionHash)}
          to={transactionPath(slug, receipt.transactionHash)}
          className={IN_CELL}
        />
      ),
    },
  ]
}

/** Shows an account, or a dash where shares come into being or are removed. */
export function Account({ account, chain }: { account: string | undefined; chain: ChainView }) {
  const t = useT()
  if (!account) return '–'
  return (
    <ChainName
      name={account}
      label={t('tokens.copy.account')}
      href={explorerPage(chain, 'address', account)}
      className={IN_CELL}
    />
  )
}
