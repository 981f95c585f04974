import type { Property } from '@hissa/contracts/property'
import { fils } from '@hissa/money'
import type { ReactNode } from 'react'
import { useServices } from '../../api/services.js'
import { Text, useLocale, useT } from '../../i18n/i18n.js'
import { formatDate, formatPercent, offeringText } from '../../lib/format.js'
import { effectiveMinimumFils } from '../../lib/offering.js'
import { offeringStatusOf } from '../../lib/property.js'
import { Money } from '../../ui/money.js'

/** Shows the share price, the target with its basis and, while the offering is open, the minimum investment. */
export function KeyFigures({ property }: { property: Property }) {
  const t = useT()
  const locale = useLocale()
  const { nowMs } = useServices()
  const { offering, price } = property
  const target = offering.expectedReturn
  const minimumFils = effectiveMinimumFils(property)
  const isOpen = offeringStatusOf(property, nowMs) === 'active' && minimumFils > 0
  return (
    <div className="border-line max-md:mt-2 md:mt-5 md:border-t md:pt-5">
      <dl className="grid grid-cols-3 gap-x-3 md:flex md:flex-wrap md:gap-x-10 md:gap-y-4">
        <Figure
          term={t('property.figures.share')}
          value={<Money fils={offering.unitPriceFils} />}
          note={
            price !== null && (
              <Text
                id="property.figures.whole"
                components={{ money: <Money fils={fils(Math.round(price * 100))} /> }}
              />
            )
          }
        />
        <Figure
          term={t('property.figures.target')}
          value={target ? formatPercent(target.basisPoints, locale) : t('ui.notStated')}
        />
        {isOpen && (
          <Figure
            term={t('property.figures.minimum')}
            value={<Money fils={minimumFils} />}
            note={t('property.figures.minimumOf', {
              count: minimumFils / offering.unitPriceFils,
              fee: formatPercent(offering.feeBasisPoints, locale),
            })}
          />
        )}
      </dl>
      {target && (
        <p className="mt-1.5 max-w-[68ch] text-12 text-ink-2 md:mt-4 md:text-13">
          {t('property.figures.basis', {
            basis: offeringText(target.basis, locale),
            date: formatDate(target.asOf, locale),
          })}
        </p>
      )}
    </div>
  )
}

function Figure({ term, value, note }: { term: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="flex flex-col justify-end md:justify-start">
      <dt className="text-12 text-ink-2 md:text-13">{term}</dt>
      <dd className="text-18 leading-tight tracking-[-0.02em] md:text-26">{value}</dd>
      {note && <dd className="text-12 text-ink-2 max-md:hidden">{note}</dd>}
    </div>
  )
}
