import type { Property } from '@hissa/contracts/property'
import { type Units, units } from '@hissa/money'
import type { useT } from '../../i18n/i18n.js'
import { formatCount } from '../../lib/format-count.js'

/** Returns the company's units that are not part of the offering. */
export function keptUnits({ unitsIssued, unitsTotal }: Property['offering']): Units {
  return units(Math.max(0, unitsIssued - unitsTotal))
}

/**
 * Returns the sentence about the offered shares, worded as in the offering's documents: `Offered now: 200 of 5,117
 * shares. The sponsor keeps the other 4,917.`
 */
export function offeredText(offering: Property['offering'], t: ReturnType<typeof useT>): string {
  return t('property.offered', {
    offered: formatCount(offering.unitsTotal),
    issued: formatCount(offering.unitsIssued),
    kept: formatCount(keptUnits(offering)),
  })
}
