import type { ChainView, TokenView } from '@hissa/contracts/tokenisation'
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
  const locale = useLocale()
  const { address, compliance, identityRegistry, deployment, titleHash, titleRecordedAt, property } = token
  const deployed = deployment && transactionPath(property.slug, deployment.transactionHash)
  return (
    <Card className="p-5">
      <h2 className="text-15 font-semibold tracking-normal">{t('tokens.contract.title')}</h2>
      <dl className="flex flex-col divide-y divide-line">
        <Row term={t('tokens.contract.address')}>
          {address ? (
            <ChainName
              canCopy
              name={address}
              label={t('tokens.copy.contract')}
              href={explorerPage(chain, 'address', address)}
              to={deployed}
            />
          ) : (
            t('tokens.notDeployed')
          )}
        </Row>
        <Row term={t('tokens.contract.chain')} note={t('tokens.contract.chainId', { id: String(chain.chainId) })}>
          <bdi>{chain.name}</bdi>
        </Row>
        {deployment && (
          <Row
            term={t('tokens.contract.deployed')}
            note={t('tokens.blockAt', {
              block: formatCount(deployment.blockNumber),
              time: formatDateTime(deployment.at, locale),
            })}
          >
            <ChainName
              name={deployment.transactionHash}
              label={t('tokens.copy.transaction')}
              href={explorerPage(chain, 'tx', deployment.transactionHash)}
              to={deployed}
            />
          </Row>
        )}
        <Row
          term={t('tokens.title.deed')}
          note={
            titleHash
              ? `${t('tokens.title.text')} ${titleRecordedAt ? t('tokens.title.on', { time: formatDateTime(titleRecordedAt, locale) }) : ''}`
              : undefined
          }
        >
          {titleHash ? <ChainName canCopy name={titleHash} label={t('tokens.copy.title')} /> : t('tokens.title.none')}
        </Row>
        {compliance && (
          <Row term={t('tokens.contract.rules')}>
            <ChainName
              canCopy
              name={compliance}
              label={t('tokens.copy.rules')}
              href={explorerPage(chain, 'address', compliance)}
            />
          </Row>
        )}
        {identityRegistry && (
          <Row term={t('tokens.contract.investors')}>
            <ChainName
              canCopy
              name={identityRegistry}
              label={t('tokens.copy.investors')}
              href={explorerPage(chain, 'address', identityRegistry)}
            />
          </Row>
        )}
        <Row term={t('tokens.contract.source')} note={t('tokens.contract.sourceText')}>
          <ChainName canCopy name={token.sourceHash} label={t('tokens.copy.source')} />
        </Row>
      </dl>
    </Card>
  )
}

function Row({ term, note, children }: { term: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div className="py-2">
      <dt className="text-13 text-ink-2">{term}</dt>
      <dd className="flex min-h-8 items-center text-15">{children}</dd>
      {note && <dd className="text-12 text-ink-2">{note}</dd>}
    </div>
  )
}
