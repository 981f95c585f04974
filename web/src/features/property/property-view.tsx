import type { Property } from '@hissa/contracts/property'
import { type Fils, fils } from '@hissa/money'
import { useState, type ReactNode } from 'react'
import { SaveButton } from '../../api/save-button.js'
import { useServices } from '../../api/services.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatDate, formatDateTime, formatPercent } from '../../lib/format.js'
import { formatCount } from '../../lib/format-count.js'
import { minimumBasisPoints } from '../../lib/offering.js'
import { descriptionOf, offeringStatusOf, titleOf } from '../../lib/property.js'
import { jurisdictionOf, placesOf, STATUS, TYPE_LABELS } from '../../lib/property-labels.js'
import { Icon } from '../../ui/icons.js'
import { DefinitionList, FactLine, type Fact } from '../../ui/layout.js'
import { Link } from '../../ui/link.js'
import { Money } from '../../ui/money.js'
import { PageHead } from '../../ui/page-head.js'
import { StatusBadge } from '../../ui/status.js'
import { CalculatorSection } from './calculator-section.js'
import { Documents } from './documents.js'
import { Gallery, gallerySizes } from './gallery.js'
import { InvestBar } from './invest-bar.js'
import { InvestBox } from './invest-box.js'
import { KeyFigures } from './key-figures.js'
import { keptUnits, offeredText } from './offered.js'
import { OwnPart } from './own-part.js'
import { RentAndIncome } from './rent-and-income.js'
import { TokenFacts } from './token-facts.js'
import { Valuations } from './valuations.js'
import { Waterfall } from './waterfall.js'

/** Shows a property: drawing, description, income and costs, documents and risks, with the invest box beside them. */
export function PropertyView({ property }: { property: Property }) {
  const t = useT()
  const locale = useLocale()
  const title = titleOf(property, locale)
  const description = descriptionOf(property, locale)
  const picture = property.pictures[0]
  const [amountFils, setAmountFils] = useState<Fils | null>(null)
  return (
    <>
      <PageHead
        title={title}
        description={description?.slice(0, 155) ?? t('property.description', { title })}
        picture={picture && { files: picture, sizes: gallerySizes(picture) }}
        preview={picture && `${picture.light}-preview.jpg`}
      />
      <div className="frame grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 pt-4 max-lg:pb-24 max-md:gap-y-4 max-md:pt-1 lg:grid-cols-[minmax(0,1fr)_372px]">
        <div className="min-w-0 max-md:contents">
          <Gallery property={property} title={title} />
          <Headline property={property} title={title} />
        </div>
        <div id="invest" className="scroll-mt-4 lg:sticky lg:top-6 lg:row-span-2">
          <InvestBox property={property} onAmount={setAmountFils} />
          <OwnPart property={property} />
        </div>
        <div className="flex min-w-0 flex-col gap-10 border-t border-line pt-8 max-md:order-2">
          {description && <p className="max-w-[68ch] text-15 text-ink-2 md:text-18">{description}</p>}
          {property.rent.length > 0 && (
            <Waterfall
              title={t('property.rent.title')}
              lines={property.rent}
              names="rent"
              note={t('property.rent.note')}
            />
          )}
          <RentAndIncome property={property} />
          <Valuations property={property} />
          <CalculatorSection property={property} />
          {property.acquisition.length > 0 && <Costs property={property} />}
          <Section title={t('property.details.title')}>
            <Details property={property} />
          </Section>
          <Documents property={property} />
          {property.spv && <Company spv={property.spv} />}
          <TokenFacts property={property} />
          <Risks />
        </div>
      </div>
      <InvestBar property={property} amountFils={amountFils} />
    </>
  )
}

/** Costs are those of the whole company; if only a part of its shares is offered, a note states it. */
function Costs({ property: { acquisition, offering } }: { property: Property }) {
  const t = useT()
  const part = keptUnits(offering) > 0
  return (
    <Waterfall
      title={t(part ? 'property.cost.titleAll' : 'property.cost.title')}
      lines={acquisition}
      names="cost"
      total={part ? t('property.cost.totalAll', { count: formatCount(offering.unitsIssued) }) : undefined}
      note={part ? `${offeredText(offering, t)} ${t('property.cost.note')}` : t('property.cost.note')}
    />
  )
}

function Headline({ property, title }: { property: Property; title: string }) {
  const t = useT()
  const locale = useLocale()
  const status = STATUS[offeringStatusOf(property, useServices().nowMs)]
  const { near, city } = placesOf(property, locale)
  const facts = [
    [near, city].filter(Boolean).join(locale === 'ar' ? '، ' : ', '),
    property.bedrooms === null ? '' : t('properties.beds', { count: property.bedrooms }),
    property.bathrooms === null ? '' : t('property.baths', { count: property.bathrooms }),
    property.area === null ? '' : t('properties.area', { area: Math.round(property.area) }),
    t('property.listed', { date: formatDate(property.createdAt, locale) }),
  ]
  return (
    <div className="min-w-0 md:pt-5">
      <div className="flex flex-wrap gap-2">
        <StatusBadge tone={status.tone}>{t(status.label)}</StatusBadge>
        <StatusBadge tone="info">{t(TYPE_LABELS[property.propertyType ?? 'residential'])}</StatusBadge>
      </div>
      <div className="mt-3 flex items-start justify-between gap-4 max-md:mt-2">
        <h1 tabIndex={-1} className="text-22 md:text-40">
          {title}
        </h1>
        <SaveButton property={property} className="shrink-0" />
      </div>
      <p className="mt-1 text-13 text-ink-2 md:text-15">
        <FactLine parts={facts.filter(Boolean)} />
      </p>
      <KeyFigures property={property} />
      <Link
        to="/properties"
        className="no-print mt-3 inline-flex min-h-8 items-center max-md:hidden gap-2 text-13 text-ink-2 hover:text-ink"
      >
        <Icon name="arrow-back" size={16} />
        {t('property.back')}
      </Link>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="pb-3 text-26">{title}</h2>
      {children}
    </section>
  )
}

/** Lists value, state, type, rooms, size and listing date. Marks a missing value as not stated. */
function Details({ property }: { property: Property }) {
  const t = useT()
  const locale = useLocale()
  const unknown = t('ui.notStated')
  const { nowMs } = useServices()
  const { offering } = property
  const facts: Fact[] = [
    {
      term: t('property.details.value'),
      value: property.price === null ? unknown : <Money fils={fils(Math.round(property.price * 100))} />,
    },
    { term: t('property.details.state'), value: t(STATUS[offeringStatusOf(property, nowMs)].label) },
    {
      term: t('property.details.type'),
      value: property.propertyType ? t(TYPE_LABELS[property.propertyType]) : unknown,
    },
    {
      term: t('property.details.rooms'),
      value:
        property.bedrooms === null
          ? unknown
          : [
              t('properties.beds', { count: property.bedrooms }),
              property.bathrooms === null ? null : t('property.baths', { count: property.bathrooms }),
            ]
              .filter(Boolean)
              .join(locale === 'ar' ? '، ' : ', '),
    },
    {
      term: t('property.details.size'),
      value: property.area === null ? unknown : t('properties.area', { area: Math.round(property.area) }),
    },
    { term: t('property.details.listed'), value: formatDate(property.createdAt, locale) },
    {
      term: t('property.details.offered'),
      value:
        keptUnits(offering) > 0
          ? t('property.details.offeredOf', {
              offered: formatCount(offering.unitsTotal),
              issued: formatCount(offering.unitsIssued),
            })
          : t('property.details.offeredAll', { issued: formatCount(offering.unitsIssued) }),
    },
    { term: t('property.details.share'), value: <Money fils={offering.unitPriceFils} /> },
    {
      term: t('property.details.term'),
      value: offering.termYears === null ? unknown : t('property.years', { count: offering.termYears }),
    },
    {
      term: t('property.details.minimum'),
      value: t('property.details.minimumOf', {
        minimum: formatCount(offering.minimumUnits),
        percent: formatPercent(minimumBasisPoints(offering), locale),
      }),
    },
    offering.fundedAt
      ? { term: t('property.details.closed'), value: formatDate(offering.fundedAt, locale) }
      : {
          term: t('property.details.closes'),
          value: t('ui.date.unlessExtended', { time: formatDateTime(offering.deadline, locale) }),
        },
  ]
  return <DefinitionList facts={facts} className="divide-y divide-line border-y border-line" />
}

function Company({ spv }: { spv: NonNullable<Property['spv']> }) {
  const t = useT()
  const jurisdiction = jurisdictionOf(spv.jurisdiction)
  return (
    <Section title={t('property.spv.title')}>
      <p className="max-w-[68ch] pb-3 text-15 text-ink-2">{t('property.spv.text')}</p>
      <DefinitionList
        className="divide-y divide-line border-y border-line"
        facts={[
          { term: t('property.spv.name'), value: <bdi>{spv.name}</bdi> },
          { term: t('property.spv.number'), value: <bdi dir="ltr">{spv.registrationNumber}</bdi> },
          { term: t('property.spv.place'), value: jurisdiction ? t(jurisdiction) : <bdi>{spv.jurisdiction}</bdi> },
        ]}
      />
    </Section>
  )
}

const RISKS = ['loss', 'income', 'sale', 'single'] as const

function Risks() {
  const t = useT()
  return (
    <Section title={t('property.risk.title')}>
      <ul className="flex max-w-[68ch] flex-col gap-3">
        {RISKS.map((risk) => (
          <li key={risk} className="flex gap-3 text-15 text-ink-2">
            <Icon name="alert" className="mt-0.5 text-warn" />
            <span>
              <strong className="font-medium text-ink">{t(`property.risk.${risk}.title`)}</strong>{' '}
              {t(`property.risk.${risk}.text`)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
