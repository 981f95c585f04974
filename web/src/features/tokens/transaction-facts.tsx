import type { ChainReceipt, ChainView, TokenTransferView, TokenView } from '@hissa/contracts/tokenisation'
import { useLocale, useT } from '../../i18n/i18n.js'
import { explorerPage, tokenPath } from '../../lib/chain.js'
import { formatCount } from '../../lib/format-count.js'
import { formatDateTime } from '../../lib/format.js'
import { ChainName, CopyButton } from '../../ui/chain-name.js'
import { DefinitionList, type Fact } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { DataTable, type Column } from '../../ui/table.js'
import { Section } from './section.js'
import { SharesOf } from './shares-of.js'
import { Account, TRANSFER_KINDS } from './transfers.js'

interface TransactionFactsProps {
  token: TokenView
  chain: ChainView
  receipt: ChainReceipt
  transfers: readonly TokenTransferView[]
  /** Whether the transaction deployed the contract. */
  isDeployment: boolean
}

/** Shows the block and time of a transaction, and what it did. */
export function TransactionFacts({ token, chain, receipt, transfers, isDeployment }: TransactionFactsProps) {
  const t = useT()
  const { transactionHash } = receipt
  const columns = useColumns(chain)
  return (
    <div className="flex max-w-[860px] flex-col gap-10">
      <div>
        <p className="text-13 text-ink-2">{t('tokens.transaction.hash')}</p>
        <div className="flex items-center gap-2">
          <bdi dir="ltr" className="min-w-0 text-15 break-all">
            {transactionHash}
          </bdi>
          <CopyButton text={transactionHash} label={t('tokens.copy.transaction')} />
        </div>
        <DefinitionList
          className="mt-4 divide-y divide-line border-y border-line"
          facts={useReceiptFacts({ token, chain, receipt })}
        />
      </div>
      <Section title={t('tokens.transaction.effect')}>
        {isDeployment ? (
          <p className="text-15">{t('tokens.transaction.deployed')}</p>
        ) : (
          <DataTable
            caption={t('tokens.transaction.effect')}
            columns={columns}
            rows={transfers}
            rowKey={({ from, to, units }) => `${from}${to}${units}`}
          />
        )}
      </Section>
      <Elsewhere slug={token.property.slug} explorer={explorerPage(chain, 'tx', transactionHash)} />
    </div>
  )
}

/** Says where else the facts can be seen, with links. */
function Elsewhere({ slug, explorer }: { slug: string; explorer: string | undefined }) {
  const t = useT()
  return (
    <div>
      <p className="max-w-[68ch] text-13 text-ink-2">
        {t(explorer ? 'tokens.transaction.own' : 'tokens.transaction.local')}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-6 text-15">
        {explorer && (
          <a
            href={explorer}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center text-primary underline underline-offset-3"
          >
            {t('tokens.transaction.explorer')}
          </a>
        )}
        <TextLink to={tokenPath(slug)} className="inline-flex min-h-11 items-center">
          {t('tokens.transaction.back')}
        </TextLink>
      </p>
    </div>
  )
}

function useReceiptFacts({
  token,
  chain,
  receipt,
}: Pick<TransactionFactsProps, 'token' | 'chain' | 'receipt'>): Fact[] {
  const t = useT()
  const locale = useLocale()
  const { blockNumber, blockHash, at } = receipt
  const facts: Fact[] = [
    { term: t('tokens.transaction.time'), value: t('tokens.dubai', { time: formatDateTime(at, locale) }) },
    { term: t('tokens.transaction.block'), value: <bdi>{formatCount(blockNumber)}</bdi> },
    {
      term: t('tokens.transaction.blockHash'),
      value: <ChainName canCopy name={blockHash} label={t('tokens.copy.block')} />,
    },
    { term: t('tokens.contract.chain'), value: <bdi>{chain.name}</bdi> },
  ]
  if (!token.address) return facts
  const contract = (
    <ChainName
      canCopy
      name={token.address}
      label={t('tokens.copy.contract')}
      href={explorerPage(chain, 'address', token.address)}
    />
  )
  return [...facts, { term: t('tokens.contract.address'), value: contract }]
}

function useColumns(chain: ChainView): Column<TokenTransferView>[] {
  const t = useT()
  return [
    { key: 'kind', header: t('tokens.column.kind'), lead: true, cell: ({ kind }) => t(TRANSFER_KINDS[kind]) },
    { key: 'from', header: t('tokens.column.from'), cell: ({ from }) => <Account account={from} chain={chain} /> },
    { key: 'to', header: t('tokens.column.to'), cell: ({ to }) => <Account account={to} chain={chain} /> },
    {
      key: 'units',
      header: t('tokens.column.shares'),
      figures: true,
      cell: ({ from, to, units }) => <SharesOf accounts={[from, to]}>{formatCount(units)}</SharesOf>,
    },
  ]
}
