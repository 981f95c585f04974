import type { Property } from '@hissa/contracts/property'
import type { ReactNode } from 'react'
import { useServices } from '../../api/services.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { formatDate, formatFunded, formatPercent, offeringText } from '../../lib/format.js'
import { effectiveMinimumFils, minimumBasisPoints } from '../../lib/offering.js'
import { placesOf, STATUS, TYPE_LABELS } from '../../lib/property-labels.js'
import { offeringStatusOf } from '../../lib/property.js'
import { FactLine } from '../../ui/layout.js'
import { Money } from '../../ui/money.js'
import { StatusBadge } from '../../ui/status.js'

interface ComparedRow {
  name: string
  value: (property: Property) => ReactNode
}

/** Returns on what the target yield of each property rests, without repetition. */
export function useYieldBases(properties: readonly Property[]): string[] {
  const basisOf = useYieldBasis()
  return [...new Set(properties.flatMap((property) => basisOf(property) ?? []))]
}

function useYieldBasis() {
  const t = useT()
  const locale = useLocale()
  return ({ offering: { expectedReturn } }: Property) =>
    expectedReturn &&
    t('properties.compare.basis', {
      basis: offeringText(expectedReturn.basis, locale),
      date: formatDate(expectedReturn.asOf, locale),
    })
}

/**
 * Returns what is compared: the name of each row, and its value for a property. The yields' basis is among the values
 * only if the properties differ in it.
 */
export function useComparedRows({ hasOneBasis }: { hasOneBasis: boolean }): ComparedRow[] {
  const t = useT()
  const row = (name: MessageId, value: ComparedRow['value']): ComparedRow => ({ name: t(name), value })
  return [...useOfferingRows(row, hasOneBasis), ...usePropertyRows(row), ...useTermRows(row)]
}

type Row = (name: MessageId, value: ComparedRow['value']) => ComparedRow

function useOfferingRows(row: Row, hasOneBasis: boolean): ComparedRow[] {
  const t = useT()
  const locale = useLocale()
  const { nowMs } = useServices()
  const basisOf = useYieldBasis()
  const isOpen = (property: Property) => offeringStatusOf(property, nowMs) === 'active'
  return [
    row('properties.filter.status', (property) => {
      const { tone, label } = STATUS[offeringStatusOf(property, nowMs)]
      return <StatusBadge tone={tone}>{t(label)}</StatusBadge>
    }),
    row('properties.netYield', (property) => {
      const { expectedReturn } = property.offering
      if (!expectedReturn) return t('ui.notStated')
      return (
        <>
          {formatPercent(expectedReturn.basisPoints, locale)}
          {!hasOneBasis && <span className="block text-13 text-ink-2">{basisOf(property)}</span>}
        </>
      )
    }),
    row('properties.filter.minimum', (property) =>
      isOpen(property) ? <Money fils={effectiveMinimumFils(property)} /> : t('properties.compare.closed'),
    ),
    row('properties.compare.funded', ({ offering }) => (
      <FactLine
        parts={[
          formatFunded(offering.fundedBasisPoints, locale),
          t('properties.investors', { count: offering.investors }),
        ]}
      />
    )),
    row('properties.compare.closes', ({ offering }) => formatDate(offering.deadline, locale)),
  ]
}

function usePropertyRows(row: Row): ComparedRow[] {
  const t = useT()
  const locale = useLocale()
  return [
    row('properties.compare.place', (property) => {
      const { near, city } = placesOf(property, locale)
      return <FactLine parts={[near, city].filter((place): place is string => place !== null)} />
    }),
    row('properties.filter.type', ({ propertyType }) =>
      propertyType ? t(TYPE_LABELS[propertyType]) : t('ui.notStated'),
    ),
    row('properties.filter.beds', ({ bedrooms }) =>
      bedrooms === null ? t('ui.notStated') : t('properties.beds', { count: bedrooms }),
    ),
    row('properties.compare.size', ({ area }) =>
      area === null ? t('ui.notStated') : t('properties.area', { area: Math.round(area) }),
    ),
  ]
}

function useTermRows(row: Row): ComparedRow[] {
  const t = useT()
  const locale = useLocale()
  const lastOf = (lines: Property['acquisition'] | Property['rent'], kind: string) => {
    const line = lines.find((each) => each.kind === kind)
    return line ? <Money fils={line.amountFils} /> : t('ui.notStated')
  }
  return [
    row('properties.filter.price', ({ acquisition }) => lastOf(acquisition, 'purchase_price')),
    row('properties.compare.rent', ({ rent }) => lastOf(rent, 'gross_rent')),
    row('properties.compare.net', ({ rent }) => lastOf(rent, 'net_rent')),
    row('properties.unitPrice', ({ offering }) => <Money fils={offering.unitPriceFils} />),
    row('properties.compare.fee', ({ offering }) => formatPercent(offering.feeBasisPoints, locale)),
    row('properties.compare.goesAhead', ({ offering }) =>
      t('properties.compare.paid', { percent: formatPercent(minimumBasisPoints(offering), locale) }),
    ),
  ]
}
