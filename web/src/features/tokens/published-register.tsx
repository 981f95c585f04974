import type { RegisterView } from '@hissa/contracts/investment'
import { useT, useLocale } from '../../i18n/i18n.js'
import { explorerPage } from '../../lib/chain.js'
import { formatCount } from '../../lib/format-count.js'
import { formatDate, formatDateTime } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { ChainName } from '../../ui/chain-name.js'
import { DefinitionList, type Fact } from '../../ui/layout.js'
import { Money } from '../../ui/money.js'
import { Loading, Notice, Skeleton } from '../../ui/states.js'
import { ProofButton } from './proof-button.js'
import { Section } from './section.js'
import type { TokenOnPage } from './token-on-page.js'
import { useGetLatestRegisterQuery } from './tokens-api.js'
import { Verify } from './verify.js'

/** The most entries that one response contains. */
const ENTRIES_OF_A_FILE = 1_000

/** Shows the latest published register, where its fingerprint is on the chain, its files, and how to verify them. */
export function PublishedRegister(page: TokenOnPage) {
  const t = useT()
  const { data, error, isFetching, refetch } = useGetLatestRegisterQuery()
  return (
    <Section title={t('tokens.register.title')} text={t('tokens.register.text')}>
      {data ? (
        <Register {...page} register={data} />
      ) : data === null ? (
        <p className="text-15 text-ink-2">{t('tokens.register.none')}</p>
      ) : error && !isFetching ? (
        <div className="flex flex-col items-start gap-3">
          <Notice tone="warn">{t('tokens.register.error')}</Notice>
          <Button kind="secondary" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      ) : (
        <Loading label={t('tokens.register.loading')} onRetry={() => void refetch()}>
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </Section>
  )
}

function Register({ register, ...page }: TokenOnPage & { register: RegisterView }) {
  const t = useT()
  const { sequence } = register
  const holdings = holdingsOf(register)
  const file = `/api/register/${sequence}?limit=${ENTRIES_OF_A_FILE}`
  return (
    <>
      <DefinitionList
        facts={[...useRegisterFacts(register), ...useAnchorFacts(register, page)]}
        className="divide-y divide-line border-y border-line"
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <a
          href={file}
          download={`hissa-register-${sequence}.json`}
          className="inline-flex min-h-11 items-center justify-center rounded-s border border-line-strong px-5 text-15 font-medium hover:bg-sunken"
        >
          {t('tokens.register.entries')}
        </a>
        <ProofButton sequence={sequence} />
      </div>
      <p className="mt-3 max-w-[68ch] text-13 text-ink-2">
        {t('tokens.register.files')}{' '}
        {holdings > ENTRIES_OF_A_FILE &&
          t('tokens.register.part', { count: formatCount(ENTRIES_OF_A_FILE), total: formatCount(holdings) })}
      </p>
      <Verify {...page} register={register} />
    </>
  )
}

/** Registers of earlier releases have no totals, and holdings alone. */
const holdingsOf = ({ books, treeSize }: RegisterView) => books?.shareEntries ?? treeSize

function useRegisterFacts(register: RegisterView): Fact[] {
  const t = useT()
  const locale = useLocale()
  const { sequence, asOf, books, root } = register
  return [
    { term: t('tokens.register.number'), value: formatCount(sequence) },
    { term: t('tokens.register.asOf'), value: formatDate(asOf, locale) },
    { term: t('tokens.register.size'), value: formatCount(holdingsOf(register)) },
    ...(books ? [{ term: t('tokens.register.cash'), value: <Money fils={books.investorsFils} decimals={2} /> }] : []),
    {
      term: t('tokens.register.root'),
      value: <ChainName canCopy name={root} label={t('tokens.copy.root')} />,
    },
  ]
}

function useAnchorFacts({ anchor }: RegisterView, { chain }: TokenOnPage): Fact[] {
  const t = useT()
  const locale = useLocale()
  if (!anchor) return [{ term: t('tokens.register.anchor'), value: t('tokens.register.notAnchored') }]
  const { chainId, contract, transactionHash, blockNumber, at } = anchor
  const pageOf = (kind: 'address' | 'tx', name: string) =>
    chainId === chain.chainId ? explorerPage(chain, kind, name) : undefined
  return [
    {
      term: t('tokens.register.anchor'),
      value: t('tokens.blockAt', { block: formatCount(blockNumber), time: formatDateTime(at, locale) }),
    },
    {
      term: t('tokens.register.contract'),
      value: <ChainName canCopy name={contract} label={t('tokens.copy.contract')} href={pageOf('address', contract)} />,
    },
    {
      term: t('tokens.column.transaction'),
      value: (
        <ChainName
          canCopy
          name={transactionHash}
          label={t('tokens.copy.transaction')}
          href={pageOf('tx', transactionHash)}
        />
      ),
    },
  ]
}
