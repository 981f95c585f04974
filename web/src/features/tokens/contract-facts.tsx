import type { ChainReceipt, ChainView, TokenView } from '@hissa/contracts/tokenisation'
import type { ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/i18n.js'
import { explorerPage, transactionPath } from '../../lib/chain.js'
import { formatCount } from '../../lib/format-count.js'
import { formatDateTime } from '../../lib/format.js'
import { ChainName } from '../../ui/chain-name.js'
import { Card } from '../../ui/layout.js'

interface ContractFactsProps {
  token: TokenView
  chain: ChainView
}

/** Shows the contract, its deployment, and the fingerprints of the title deed and of the source code. */
export function ContractFacts({ token, chain }: ContractFactsProps) {
  const t = useT()
  const { deployment, compliance, identityRegistry, sourceHash } = token
  return (
    <Card className="p-5">
      <h2 className="text-15 font-semibold tracking-normal">{t('tokens.contract.title')}</h2>
      <dl className="flex flex-col divide-y divide-line">
        <Address token={token} chain={chain} />
        <Row term={t('tokens.contract.chain')} note={t('tokens.contract.chainId', { id: String(chain.chainId) })}>
          <bdi>{chain.name}</bdi>
        </Row>
        {deployment && <Deployment token={token} chain={chain} receipt={deployment} />}
        <TitleDeed token={token} />
        {compliance && (
          <Contract
            chain={chain}
            address={compliance}
            term={t('tokens.contract.rules')}
            label={t('tokens.copy.rules')}
          />
        )}
        {identityRegistry && (
          <Contract
            chain={chain}
            address={identityRegistry}
            term={t('tokens.contract.investors')}
            label={t('tokens.copy.investors')}
          />
        )}
        <Row term={t('tokens.contract.source')} note={t('tokens.contract.sourceText')}>
          <ChainName canCopy name={sourceHash} label={t('tokens.copy.source')} />
        </Row>
      </dl>
    </Card>
  )
}

/** Links the contract to the block explorer or, where there is none, to its deployment. */
function Address({ token: { address, deployment, property }, chain }: ContractFactsProps) {
  const t = useT()
  return (
    <Row term={t('tokens.contract.address')}>
      {address ? (
        <ChainName
          canCopy
          name={address}
          label={t('tokens.copy.contract')}
          href={explorerPage(chain, 'address', address)}
          to={deployment && transactionPath(property.slug, deployment.transactionHash)}
        />
      ) : (
        t('tokens.notDeployed')
      )}
    </Row>
  )
}

function Deployment({ token, chain, receipt }: ContractFactsProps & { receipt: ChainReceipt }) {
  const t = useT()
  const locale = useLocale()
  const { transactionHash, blockNumber, at } = receipt
  const note = t('tokens.blockAt', { block: formatCount(blockNumber), time: formatDateTime(at, locale) })
  return (
    <Row term={t('tokens.contract.deployed')} note={note}>
      <ChainName
        name={transactionHash}
        label={t('tokens.copy.transaction')}
        href={explorerPage(chain, 'tx', transactionHash)}
        to={transactionPath(token.property.slug, transactionHash)}
      />
    </Row>
  )
}

function TitleDeed({ token: { titleHash, titleRecordedAt } }: Pick<ContractFactsProps, 'token'>) {
  const t = useT()
  const locale = useLocale()
  if (!titleHash) return <Row term={t('tokens.title.deed')}>{t('tokens.title.none')}</Row>
  const recorded = titleRecordedAt && t('tokens.title.on', { time: formatDateTime(titleRecordedAt, locale) })
  return (
    <Row term={t('tokens.title.deed')} note={[t('tokens.title.text'), recorded].filter(Boolean).join(' ')}>
      <ChainName canCopy name={titleHash} label={t('tokens.copy.title')} />
    </Row>
  )
}

interface ContractProps {
  chain: ChainView
  address: string
  term: string
  label: string
}

/** Shows another contract that the token uses. */
function Contract({ chain, address, term, label }: ContractProps) {
  return (
    <Row term={term}>
      <ChainName canCopy name={address} label={label} href={explorerPage(chain, 'address', address)} />
    </Row>
  )
}

function Row({ term, note, children }: { term: string; note?: string; children: ReactNode }) {
  return (
    <div className="py-2">
      <dt className="text-13 text-ink-2">{term}</dt>
      <dd className="flex min-h-8 items-center text-15">{children}</dd>
      {note && <dd className="text-12 text-ink-2">{note}</dd>}
    </div>
  )
}
