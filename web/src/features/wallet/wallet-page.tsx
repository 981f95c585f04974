import { useState } from 'react'
import type { ChainView, OwnTokenView } from '@hissa/contracts/tokenisation'
import type { ApiError } from '../../api/problem.js'
import { PropertyTitle } from '../../api/property-title.js'
import { useGetWalletQuery, type Wallet } from '../../api/token-api.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { explorerPage, tokenPath, transactionPath } from '../../lib/chain.js'
import { formatCount } from '../../lib/format-count.js'
import { formatShortDate } from '../../lib/format.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { ChainName, IN_CELL } from '../../ui/chain-name.js'
import { PageHeader } from '../../ui/layout.js'
import { Link, TextLink } from '../../ui/link.js'
import { OwnFigure } from '../../ui/own-figure.js'
import { PageHead } from '../../ui/page-head.js'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { DataTable, type Column } from '../../ui/table.js'
import { AboutWallets } from './about-wallets.js'
import { AddressCard } from './address-card.js'
import { FrozenNotice, PausedNotice } from './frozen-notice.js'
import { MoveCard } from './move-card.js'
import { pollOf } from './moves.js'

/** `/wallet`: the address that holds the user's shares on the blockchain, and the shares of each property. */
export default function WalletPage() {
  const t = useT()
  const [pollingInterval, setPolling] = useState(0)
  const { data, error, isFetching, refetch } = useGetWalletQuery(undefined, {
    pollingInterval,
    skipPollingIfUnfocused: true,
  })
  const wanted = pollOf(data?.relocation)
  if (wanted !== pollingInterval) setPolling(wanted)
  const again = () => void refetch()
  return (
    <div className="frame pb-24">
      <PageHead title={t('tokens.wallet.title')} private />
      <PageHeader title={t('tokens.wallet.title')} lead={t('tokens.wallet.lead')} />
      {data ? (
        <Content wallet={data} />
      ) : error && !isFetching ? (
        <ErrorState
          title={t('tokens.wallet.error')}
          text={t('tokens.wallet.errorText')}
          reference={(error as ApiError).reference}
          action={<Button onClick={again}>{t('ui.tryAgain')}</Button>}
        />
      ) : (
        <Loading label={t('tokens.wallet.loading')} onRetry={again}>
          <Skeleton className="h-40 w-full" />
          <Skeleton className="mt-10 h-64 w-full" />
        </Loading>
      )}
    </div>
  )
}

function Content({ wallet }: { wallet: Wallet }) {
  const t = useT()
  const { account, tokens, chain, isFrozen, freezes, relocation } = wallet
  const columns = useColumns(wallet)
  if (!account && tokens.length === 0) {
    return (
      <EmptyState
        title={t('tokens.wallet.empty')}
        text={t('tokens.wallet.emptyText')}
        action={<ButtonLink to="/properties">{t('tokens.wallet.browse')}</ButtonLink>}
      />
    )
  }
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-4">
        {isFrozen && <FrozenNotice freezes={freezes} />}
        <PausedNotice freezes={freezes} />
        {account && <AddressCard wallet={wallet} account={account} />}
        {relocation && <MoveCard move={relocation} chain={chain} />}
      </div>
      <section>
        <h2 className="mb-3 text-26">{t('tokens.wallet.shares')}</h2>
        {tokens.length === 0 ? (
          <p className="text-15 text-ink-2">{t('tokens.wallet.noShares')}</p>
        ) : (
          <DataTable
            caption={t('tokens.wallet.shares')}
            columns={columns}
            rows={tokens}
            rowKey={({ property }) => property.propertyId}
          />
        )}
      </section>
      {account && <AboutWallets />}
      <p className="max-w-[68ch] text-13 text-ink-2">{t('tokens.wallet.about', { chain: chain.name })}</p>
      <p className="flex flex-wrap gap-x-6 text-15">
        <TextLink to="/investor-dashboard" className="inline-flex min-h-11 items-center">
          {t('tokens.wallet.dashboard')}
        </TextLink>
        <TextLink to="/tokenization" className="inline-flex min-h-11 items-center">
          {t('tokens.all')}
        </TextLink>
      </p>
    </div>
  )
}

function useColumns({ chain }: Wallet): Column<OwnTokenView>[] {
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
    {
      key: 'token',
      header: t('tokens.contract.address'),
      cell: ({ token, property }) => (
        <ChainName
          name={token}
          label={t('tokens.copy.contract')}
          href={explorerPage(chain, 'address', token)}
          to={tokenPath(property.slug)}
          className={IN_CELL}
        />
      ),
    },
    {
      key: 'units',
      header: t('tokens.wallet.issued'),
      figures: true,
      cell: ({ units }) => <OwnFigure>{formatCount(units)}</OwnFigure>,
    },
    {
      key: 'awaiting',
      header: t('tokens.supply.awaiting'),
      figures: true,
      cell: ({ unitsAwaiting }) => <OwnFigure>{formatCount(unitsAwaiting)}</OwnFigure>,
    },
    {
      key: 'receipt',
      header: t('tokens.wallet.receipt'),
      end: true,
      cell: (own) => <Receipt own={own} chain={chain} />,
    },
  ]
}

/** Shows the date and the transaction of the latest issue, or a dash before the first one. */
function Receipt({ own: { receipt, property }, chain }: { own: OwnTokenView; chain: ChainView }) {
  const t = useT()
  const locale = useLocale()
  if (!receipt) return '–'
  const { transactionHash, at } = receipt
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-3">
      <span className="whitespace-nowrap">{formatShortDate(at, locale)}</span>
      <ChainName
        name={transactionHash}
        label={t('tokens.copy.transaction')}
        href={explorerPage(chain, 'tx', transactionHash)}
        to={transactionPath(property.slug, transactionHash)}
        className={IN_CELL}
      />
    </span>
  )
}
