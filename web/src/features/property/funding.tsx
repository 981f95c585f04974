import type { Property } from '@hissa/contracts/property'
import { smaller, sumUnits, units, type Units } from '@hissa/money'
import { useServices } from '../../api/services.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { daysUntil, formatDateTime, formatFunded, formatPercent } from '../../lib/format.js'
import { minimumBasisPoints, unitsTaken } from '../../lib/offering.js'
import { offeringStatusOf } from '../../lib/property.js'
import { GridNote, ShareGrid } from '../../ui/share-grid.js'
import { useOwnUnits } from './own-part.js'

/** Shows how much of an offering is paid for, with its grid. Copper is what the user owns and would own with `more`. */
export function Funding({ property, more = units(0) }: { property: Property; more?: Units }) {
  const t = useT()
  const locale = useLocale()
  const { nowMs } = useServices()
  const { offering } = property
  const taken = unitsTaken(property)
  const own = smaller(useOwnUnits(property), taken)
  const values = { taken, total: offering.unitsTotal }
  return (
    <>
      <p className="mb-3 flex justify-between gap-3 text-13">
        <span className="font-medium">
          {t('properties.funded', { percent: formatFunded(offering.fundedBasisPoints, locale) })}
          {' · '}
          {t('properties.investors', { count: offering.investors })}
        </span>
        {offeringStatusOf(property, nowMs) === 'active' && (
          <span className="text-ink-2">{t('properties.daysLeft', { count: daysUntil(offering.deadline, nowMs) })}</span>
        )}
      </p>
      <ShareGrid
        form="block"
        animate
        unitsTotal={offering.unitsTotal}
        unitsTaken={units(taken - own)}
        unitsMine={sumUnits(own, more)}
        unitPriceFils={offering.unitPriceFils}
        label={
          own > 0 ? t('property.own.grid', { ...values, own, more }) : t('ui.grid.label', { ...values, mine: more })
        }
      />
      <p className="mt-3 text-13 text-ink-2">
        <GridNote {...offering} />
      </p>
    </>
  )
}

/** States what must be paid for the offering to close, until when, and what happens otherwise. */
export function MinimumNote({ property: { offering } }: { property: Property }) {
  const t = useT()
  const locale = useLocale()
  const time = formatDateTime(offering.deadline, locale)
  if (offering.minimumUnits >= offering.unitsTotal) return t('property.minimum.all', { time })
  return t('property.minimum.part', { time, percent: formatPercent(minimumBasisPoints(offering), locale) })
}
