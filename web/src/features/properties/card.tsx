import type { PropertySummary } from '@hissa/contracts/property'
import type { ReactNode } from 'react'
import { SaveButton } from '../../api/save-button.js'
import { useServices } from '../../api/services.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { daysUntil, formatFunded, formatPercent } from '../../lib/format.js'
import { effectiveMinimumFils, unitsTaken } from '../../lib/offering.js'
import { offeringStatusOf, titleOf } from '../../lib/property.js'
import { Link } from '../../ui/link.js'
import { Money } from '../../ui/money.js'
import { PropertyPicture } from '../../ui/property-picture.js'
import { ShareGrid } from '../../ui/share-grid.js'
import { FactLine } from '../../ui/layout.js'
import { StatusBadge } from '../../ui/status.js'
import { shortFacts, STATUS } from '../../lib/property-labels.js'

/** One, two or three cards a row. */
const SIZES = '(width >= 1200px) 362px, (width >= 1024px) 31vw, (width >= 768px) 45vw, calc(100vw - 34px)'

interface CardProps {
  property: PropertySummary
  headingLevel?: 2 | 3
  /** What else can be done with the property, under the facts. */
  foot?: ReactNode
}

/** Renders a property in a list; the whole card is one link, except its foot. */
export function PropertyCard({ property, headingLevel = 2, foot }: CardProps) {
  const t = useT()
  const locale = useLocale()
  const title = titleOf(property, locale)
  const Heading = `h${headingLevel}` as const
  const status = STATUS[offeringStatusOf(property, useServices().nowMs)]
  return (
    <article className="group relative flex flex-col overflow-hidden rounded-m border border-line bg-surface transition-colors duration-150 hover:border-line-strong">
      <div className="relative aspect-[4/3] border-b border-line bg-ground">
        <PropertyPicture property={property} title={title} sizes={SIZES} />
        <SaveButton property={property} className="absolute end-3 top-3 z-1" />
      </div>
      <div className="flex flex-1 flex-col p-4 md:px-5">
        <div className="flex items-center justify-between gap-3">
          <StatusBadge tone={status.tone}>{t(status.label)}</StatusBadge>
          {property.sampleData && <span className="text-13 text-ink-2">{t('properties.sampleData')}</span>}
        </div>
        <Heading className="mt-2 text-22">
          <Link to={`/properties/${property.slug}`} className="after:absolute after:inset-0 after:rounded-m">
            {title}
          </Link>
        </Heading>
        <p className="mb-4 text-13 text-ink-2">
          <FactLine parts={shortFacts(property, locale, t)} />
        </p>
        <div className="mt-auto">
          <Funding property={property} />
          <hr className="rule my-4" />
          <KeyFigures property={property} />
        </div>
      </div>
      {foot}
    </article>
  )
}

function Funding({ property }: { property: PropertySummary }) {
  const t = useT()
  const locale = useLocale()
  const { offering } = property
  const funded = t('properties.funded', { percent: formatFunded(offering.fundedBasisPoints, locale) })
  return (
    <>
      <ShareGrid
        form="strip"
        unitsTotal={offering.unitsTotal}
        unitsTaken={unitsTaken(property)}
        unitPriceFils={offering.unitPriceFils}
        label={t('ui.grid.label', { taken: unitsTaken(property), total: offering.unitsTotal, mine: 0 })}
      />
      <p className="mt-2 flex justify-between gap-3 text-13">
        <span className="text-ink">{funded}</span>
        <span className="text-ink-2">
          <TimeLeft property={property} />
        </span>
      </p>
    </>
  )
}

/** Shows how long the offering is open, or how many investors it has if it isn't. */
export function TimeLeft({ property }: { property: PropertySummary }) {
  const t = useT()
  const { nowMs } = useServices()
  const { offering } = property
  if (offeringStatusOf(property, nowMs) !== 'active')
    return <>{t('properties.investors', { count: offering.investors })}</>
  return <>{t('properties.daysLeft', { count: daysUntil(offering.deadline, nowMs) })}</>
}

function KeyFigures({ property }: { property: PropertySummary }) {
  const t = useT()
  const locale = useLocale()
  const { expectedReturn } = property.offering
  const open = offeringStatusOf(property, useServices().nowMs) === 'active'
  return (
    <dl className="flex justify-between gap-4 text-13">
      <div>
        <dt className="text-ink-2">{t('properties.netYield')}</dt>
        <dd className="text-18">
          {expectedReturn ? formatPercent(expectedReturn.basisPoints, locale) : t('ui.notStated')}
        </dd>
      </div>
      <div className="text-end">
        <dt className="text-ink-2">{t(open ? 'properties.from' : 'properties.unitPrice')}</dt>
        <dd className="text-18">
          <Money fils={open ? effectiveMinimumFils(property) : property.offering.unitPriceFils} />
        </dd>
      </div>
    </dl>
  )
}

/** Renders the placeholder of a card while loading. */
export function CardSkeleton() {
  return (
    <div className="overflow-hidden rounded-m border border-line bg-surface">
      <div className="skeleton aspect-[4/3] rounded-none" />
      <div className="flex flex-col gap-3 p-5">
        <div className="skeleton h-6 w-20 rounded-full" />
        <div className="skeleton h-6 w-3/4" />
        <div className="skeleton h-4 w-1/2" />
        <div className="skeleton h-8 w-full" />
        <div className="skeleton mt-6 h-10 w-full" />
      </div>
    </div>
  )
}
