import { type Units, units } from '@hissa/money'
import { dubaiDay } from '../calendar/dubai-time.js'
import type { OfferingPlan } from './terms.js'

const DAY_MS = 86_400_000
/** Days until each offering closes, by index in the file: some within the week, most within the quarter. */
const CLOSES_AFTER_DAYS = [45, 30, 3, 60, 21, 75, 5, 90, 14, 40, 9, 120]
const TERMS_YEARS = [5, 5, 7, 3]
/** The percentage of its units that each offering needs to close, by index in the file. */
const MINIMUM_PERCENTS = [100, 75, 100, 80, 70]
/**
 * The small raise: it offers units for only ten minimum orders, and the sponsor keeps the rest. It still closes when
 * two of them are cancelled.
 */
const SMALL = { sourceId: 'LST-01043', unitsOffered: units(200), minimumPercent: 80 }
const CLOSING_HOUR_UTC = 16
/** The sample properties with a past: they offered these units, and the sponsor kept the rest. */
export const PAST_SAMPLES: readonly { sourceId: string; unitsOffered: Units }[] = [
  { sourceId: 'LST-00199', unitsOffered: units(3_600) },
  { sourceId: 'LST-00861', unitsOffered: units(2_400) },
]
/** Their raises still close when some orders are cancelled. */
const PAST_MINIMUM_PERCENT = 80

/** Returns the plan of the sample listing at `index` (from 0); dates are relative to the first import. */
export function samplePlan(sourceId: string, community: string, index: number, importedAt: Date): OfferingPlan {
  const day = new Date(importedAt.getTime() + CLOSES_AFTER_DAYS[index % CLOSES_AFTER_DAYS.length]! * DAY_MS)
  const deadline = new Date(`${day.toISOString().slice(0, 10)}T${CLOSING_HOUR_UTC}:00:00.000Z`)
  return {
    deadline,
    valuedOn: dubaiDay(importedAt),
    termYears: TERMS_YEARS[index % TERMS_YEARS.length]!,
    spv: {
      name: `Hissa ${community} SPV Ltd`,
      registrationNumber: `SAMPLE-${String(1_001 + index)}`,
      jurisdiction: 'Abu Dhabi Global Market',
    },
    minimumPercent: MINIMUM_PERCENTS[index % MINIMUM_PERCENTS.length]!,
    ...(sourceId === SMALL.sourceId ? { unitsOffered: SMALL.unitsOffered, minimumPercent: SMALL.minimumPercent } : {}),
  }
}

/** Returns the plan of a sample property with a past, which is published at the business time at which it began. */
export const pastPlan = (plan: OfferingPlan, unitsOffered: Units): OfferingPlan => ({
  ...plan,
  unitsOffered,
  minimumPercent: PAST_MINIMUM_PERCENT,
})
