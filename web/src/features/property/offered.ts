import type { Property } from '@hissa/contracts/property'
import { type Units, units } from '@hissa/money'
import type { useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'

/** Units of the company that are not part of the offering. */
export function keptUnits({ unitsIssued, unitsTotal }: Property['offering']): Units {
  return units(Math.max(0, unitsIssued - unitsTotal))
}

/** `Offered now: 200 of 5,117 shares. The sponsor keeps the other 4,917.` As the offering's papers say it. */
export function offeredText(offering: Property['offering'], t: ReturnType<typeof useT>): string {
  return t('property.offered', {
    offered: formatCount(offering.unitsTotal),
    issued: formatCount(offering.unitsIssued),
    kept: formatCount(keptUnits(offering)),
  })
}
