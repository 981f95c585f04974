import type { ChainView, ShareholderView } from '@hissa/contracts/tokenisation'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { explorerPage } from '../../../lib/chain.js'
import { nameOfCountry } from '../../../lib/countries.js'
import { ChainName } from '../../../ui/chain-name.js'
import { DefinitionList } from '../../../ui/layout.js'
import { Decisions } from '../decisions.js'
import { DetailPage, Facts } from '../frame.js'
import { POLLING } from '../parts.js'
import { Person } from '../people.js'
import { usePage } from '../use-page.js'
import { ShareholderBadges } from './badges.js'
import { Freezes, Moves, Wallets } from './detail-tables.js'
import { ShareholderActions } from './shareholder-actions.js'
import { useGetShareholderQuery } from './shareholders-api.js'
import type { DeskProps } from './shareholders-page.js'
import { Tokens } from './token-table.js'

/** Everything about one shareholder. `shown` is the shareholder's user id. */
export function ShareholderDetail({ shown, ...props }: DeskProps & { shown: string }) {
  const t = useT()
  const { set } = usePage()
  const read = useGetShareholderQuery(shown, POLLING)
  const shareholder = read.data?.shareholder
  return (
    <DetailPage
      {...{ title: t('shareholders.one'), error: read.error, loading: !read.data }}
      state={shareholder && <ShareholderBadges shareholder={shareholder} />}
      back={t('shareholders.back')}
      onBack={() => set({ user: null })}
      retry={() => void read.refetch()}
    >
      {read.data && shareholder && (
        <div className="flex flex-col gap-8">
          <Facts actions={<ShareholderActions {...{ shareholder }} {...props} />}>
            <AddressFacts shareholder={shareholder} chain={read.data.chain} />
          </Facts>
          <Tokens {...{ shareholder }} {...props} />
          <Freezes {...{ shareholder }} {...props} />
          <Wallets {...{ shareholder, chain: read.data.chain }} />
          <Moves {...{ shareholder, chain: read.data.chain }} {...props} />
          <Decisions
            decisions={shareholder.decisions}
            actionOf={({ action }) => t(`shareholders.action.${action.type}`)}
          />
        </div>
      )}
    </DetailPage>
  )
}

function AddressFacts({ shareholder, chain }: { shareholder: ShareholderView; chain: ChainView }) {
  const t = useT()
  const locale = useLocale()
  const { userId, address, identity, isCustodial, country } = shareholder
  const name = (text: string) => (
    <ChainName
      canCopy
      name={text}
      label={t('shareholders.copy.address')}
      href={explorerPage(chain, 'address', text)}
      className="-my-2"
    />
  )
  const facts = [
    { term: t('shareholders.column.user'), value: <Person withId id={userId} /> },
    { term: t('shareholders.column.address'), value: name(address) },
    {
      term: t('shareholders.keyOf'),
      value: t(isCustodial ? 'shareholders.keyOfNobody' : 'shareholders.keyOfInvestor'),
    },
    {
      term: t('shareholders.country'),
      value: country ? nameOfCountry(country, locale) : t('shareholders.countryUnknown'),
    },
    { term: t('shareholders.identity'), value: name(identity) },
    { term: t('shareholders.chain'), value: <bdi>{chain.name}</bdi> },
  ]
  return <DefinitionList dense facts={facts} />
}
