import { usePropertyTitle } from '../../api/property-title.js'
import { useGetWalletQuery } from '../../api/token-api.js'
import { useT } from '../../i18n/i18n.js'
import { TOKEN_STATES } from '../../lib/token-labels.js'
import { PageHeader } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'
import { StatusBadge } from '../../ui/status.js'
import { ContractFacts } from './contract-facts.js'
import { Holders } from './holders.js'
import { Reconciliation } from './reconciliation.js'
import { PublishedRegister } from './published-register.js'
import { Rules } from './rules.js'
import { StateNotice } from './state-notice.js'
import { Supply } from './supply.js'
import type { TokenOnPage } from './token-on-page.js'
import { Transfers } from './transfers.js'

/** Shows one token: its state, supply, contract, rules, register, transfers and holders. */
export function TokenPage({ token, chain }: TokenOnPage) {
  const t = useT()
  const title = usePropertyTitle(token.property)
  // Marks what is the user's. Without it the page is complete.
  const { data: wallet } = useGetWalletQuery()
  const own = wallet?.tokens.find(({ property }) => property.propertyId === token.property.propertyId)
  const { tone, word } = TOKEN_STATES[token.state]
  return (
    <div className="frame pb-24">
      <PageHead title={t('tokens.titleOf', { property: title })} private />
      <PageHeader
        title={<bdi>{title}</bdi>}
        lead={t('tokens.symbolOn', { symbol: token.symbol, chain: chain.name })}
        actions={<StatusBadge tone={tone}>{t(word)}</StatusBadge>}
      />
      <StateNotice token={token} />
      <div className="grid items-start gap-x-12 gap-y-10 pt-2 lg:grid-cols-[minmax(0,1fr)_340px] lg:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-10">
          <Supply token={token} mine={own?.units ?? 0} />
          <Reconciliation token={token} />
        </div>
        <aside className="min-w-0 lg:row-span-2">
          <ContractFacts token={token} chain={chain} />
        </aside>
        <div className="flex min-w-0 flex-col gap-12">
          <Rules modules={token.modules} />
          <Transfers token={token} chain={chain} />
          <Holders token={token} chain={chain} own={wallet?.account} />
          <PublishedRegister token={token} chain={chain} />
        </div>
      </div>
      <Links slug={token.property.slug} />
    </div>
  )
}

/** Links to the property, the user's wallet and the other tokens. */
function Links({ slug }: { slug: string }) {
  const t = useT()
  return (
    <p className="mt-12 flex flex-wrap gap-x-6 border-t border-line pt-4 text-15">
      <TextLink to={`/properties/${slug}`} className="inline-flex min-h-11 items-center">
        {t('tokens.property')}
      </TextLink>
      <TextLink to="/wallet" className="inline-flex min-h-11 items-center">
        {t('tokens.wallet')}
      </TextLink>
      <TextLink to="/tokenization" className="inline-flex min-h-11 items-center">
        {t('tokens.all')}
      </TextLink>
    </p>
  )
}
