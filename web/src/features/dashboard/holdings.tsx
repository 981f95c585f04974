import type { HoldingView } from '@hissa/contracts/investment'
import { units as unitsOf } from '@hissa/money'
import { HoldingThumb } from '../../api/holding-thumb.js'
import { OwnCertificate, OwnDeed } from '../../api/own-deed.js'
import { PropertyTitle } from '../../api/property-title.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { tokenPath, transactionPath } from '../../lib/chain.js'
import { formatPercent, formatShare, formatShortDate } from '../../lib/format.js'
import { ButtonLink } from '../../ui/button.js'
import { ChainName } from '../../ui/chain-name.js'
import { HoldingGrid } from '../../ui/holding-grid.js'
import { Link, TextLink } from '../../ui/link.js'
import { OwnFigure, OwnMoney } from '../../ui/own-figure.js'
import { EmptyState } from '../../ui/states.js'
import { StatusBadge } from '../../ui/status.js'
import { DataTable, type Column } from '../../ui/table.js'
import { holdingState } from './order-state.js'

/** Lists the user's holdings, one row per property; copper squares are the user's. */
export function Holdings({ holdings }: { holdings: readonly HoldingView[] }) {
  const t = useT()
  const columns = useColumns()
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-26">{t('dashboard.holdings')}</h2>
        <TextLink to="/wallet" className="inline-flex min-h-11 items-center text-15">
          {t('dashboard.wallet')}
        </TextLink>
      </div>
      {holdings.length === 0 ? (
        <EmptyState
          title={t('dashboard.noHoldings')}
          text={t('dashboard.noHoldingsText')}
          action={<ButtonLink to="/properties">{t('dashboard.properties')}</ButtonLink>}
        />
      ) : (
        <DataTable
          caption={t('dashboard.holdings')}
          columns={columns}
          rows={holdings}
          rowKey={({ property, state }) => `${property.propertyId}${state}`}
        />
      )}
    </section>
  )
}

function useColumns(): Column<HoldingView>[] {
  const t = useT()
  const locale = useLocale()
  return [
    {
      key: 'property',
      header: t('dashboard.column.property'),
      lead: true,
      cell: ({ property, hasDeed }) => (
        <span className="flex items-center gap-3">
          <HoldingThumb slug={property.slug} className="w-16" />
          <span className="flex flex-col items-start">
            <Link
              to={`/properties/${property.slug}`}
              className="max-md:inline-flex max-md:min-h-11 max-md:items-center underline decoration-line-strong decoration-1 underline-offset-3 hover:decoration-ink"
            >
              <PropertyTitle property={property} />
            </Link>
            {hasDeed && (
              <span className="flex flex-wrap gap-x-4">
                <OwnDeed property={property} className="text-13" />
                <OwnCertificate property={property} className="text-13" />
              </span>
            )}
          </span>
        </span>
      ),
    },
    { key: 'grid', header: t('dashboard.column.shares'), cell: (holding) => <Shares holding={holding} /> },
    { key: 'value', header: t('valuations.holding'), figures: true, cell: (holding) => <Worth holding={holding} /> },
    {
      key: 'target',
      header: t('dashboard.column.target'),
      figures: true,
      cell: ({ expectedReturnBasisPoints }) =>
        expectedReturnBasisPoints === null ? t('ui.notStated') : formatPercent(expectedReturnBasisPoints, locale),
    },
    {
      key: 'state',
      header: t('dashboard.column.state'),
      end: true,
      cell: (holding) => <State holding={holding} />,
    },
  ]
}

/** Shows what a holding was worth when its property was valued beside its cost, or that it is at cost. */
function Worth({ holding: { valuation, amountFils } }: { holding: HoldingView }) {
  const t = useT()
  const locale = useLocale()
  return (
    <span className="inline-flex flex-col items-end">
      <OwnMoney fils={valuation?.valueFils ?? amountFils} decimals={2} />
      <bdi className="text-12 text-ink-2">
        {valuation ? t('valuations.latest', { date: formatShortDate(valuation.date, locale) }) : t('valuations.atCost')}
      </bdi>
      {valuation && (
        <bdi className="text-12 text-ink-2">
          {t('dashboard.column.invested')} <OwnMoney fils={amountFils} decimals={2} />
        </bdi>
      )}
    </span>
  )
}

function State({ holding }: { holding: HoldingView }) {
  const t = useT()
  const { units, allottedUnits, issuedUnits = unitsOf(0), onChain, property } = holding
  const { tone, word } = holdingState(holding)
  return (
    <span className="inline-flex flex-col items-end gap-1 text-end">
      <StatusBadge tone={tone} className="whitespace-nowrap">
        {t(word)}
      </StatusBadge>
      {allottedUnits > 0 && allottedUnits < units && (
        <span className="text-12 text-ink-2">
          <OwnFigure>{t('dashboard.registeredOf', { registered: allottedUnits, count: units })}</OwnFigure>
        </span>
      )}
      {issuedUnits > 0 && issuedUnits < units && (
        <span className="text-12 text-ink-2">
          <OwnFigure>{t('dashboard.issuedOf', { issued: issuedUnits, count: units })}</OwnFigure>
        </span>
      )}
      {onChain && (
        <>
          <Named label={t('dashboard.token')} name={onChain.token} to={tokenPath(property.slug)} />
          <Named
            label={t('dashboard.transaction')}
            name={onChain.transactionHash}
            to={transactionPath(property.slug, onChain.transactionHash)}
          />
        </>
      )}
    </span>
  )
}

/** Shows an address or a hash with what it is, and links to the page about it. */
function Named({ label, ...name }: { label: string; name: string; to: string }) {
  return (
    <span className="inline-flex items-center gap-1 text-12 whitespace-nowrap text-ink-2">
      {label} <ChainName {...name} label={label} />
    </span>
  )
}

function Shares({ holding }: { holding: HoldingView }) {
  const t = useT()
  const locale = useLocale()
  const { units, unitsTotal, unitsPaid, unitPriceFils, sharePartsPerMillion } = holding
  return (
    <span className="flex w-44 max-w-full flex-col gap-1 max-md:w-40">
      <HoldingGrid
        form="line"
        unitsTotal={unitsTotal}
        unitsTaken={unitsOf(Math.max(unitsPaid, units))}
        unitsMine={units}
        unitPriceFils={unitPriceFils}
      />
      <span className="text-13 text-ink-2">
        <OwnFigure>
          {t('dashboard.units', { count: units, percent: formatShare(sharePartsPerMillion, locale) })}
        </OwnFigure>
      </span>
    </span>
  )
}
