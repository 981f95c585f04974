import { subtract, type Fils, type Waterfall, ZERO } from '@hissa/money'

/** The lines from gross rent to net income, in the order of a statement. */
const LINES = [
  ['grossRent', (w) => w.grossRentFils],
  ['vacancy', (w) => subtract(ZERO, w.vacancyFils)],
  ['serviceCharge', (w) => subtract(ZERO, w.costs.serviceCharge)],
  ['management', (w) => subtract(ZERO, w.costs.management)],
  ['insurance', (w) => subtract(ZERO, w.costs.insurance)],
  ['maintenance', (w) => subtract(ZERO, w.costs.maintenance)],
  ['other', (w) => subtract(ZERO, w.costs.other)],
  ['fromReserve', (w) => w.fromReserveFils],
  ['operatingIncome', (w) => w.operatingIncomeFils],
  ['used', (w) => subtract(ZERO, w.usedFils)],
  ['reserve', (w) => subtract(ZERO, w.reserveFils)],
  ['platformFee', (w) => subtract(ZERO, w.platformFeeFils)],
  ['netIncome', (w) => w.netIncomeFils],
] as const satisfies ReadonlyArray<readonly [string, (waterfall: Waterfall) => Fils]>

type WaterfallLineName = (typeof LINES)[number][0]

/** A line of one or more waterfalls beside each other. */
interface WaterfallLine {
  name: WaterfallLineName
  /** One for each waterfall; negative for what is subtracted, null where there is no waterfall. */
  amounts: ReadonlyArray<Fils | null>
  /** Whether the line is the result of those above it. */
  isResult: boolean
}

/**
 * Returns the lines of waterfalls. Lines that are zero in all of them are left out, except rent and net income, and so is
 * an operating income that equals the net income.
 */
export function waterfallLines(waterfalls: ReadonlyArray<Waterfall | null>): WaterfallLine[] {
  const isNet = waterfalls.every((one) => !one || one.operatingIncomeFils === one.netIncomeFils)
  return LINES.map(([name, of]) => ({
    name,
    amounts: waterfalls.map((one) => one && of(one)),
    isResult: name === 'operatingIncome' || name === 'netIncome',
  })).filter(({ name, amounts }) => {
    if (name === 'grossRent' || name === 'netIncome') return true
    if (name === 'operatingIncome') return !isNet
    return amounts.some((amount) => amount !== null && amount !== 0)
  })
}
