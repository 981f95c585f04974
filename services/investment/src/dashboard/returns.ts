import type { Returns, ValueEvent, ValueStep } from '@hissa/contracts/investment'
import type { Fils } from '@hissa/money'

const DAY_MS = 86_400_000
const DAYS_OF_YEAR = 365
/** The natural logarithms of the least and the greatest growth that are looked for. */
const LEAST = -20
const GREATEST = 20
/** Halvings of that range: the growth is then exact to the precision of a number. */
const HALVINGS = 64

/** What returns follow from. Lists can be in any order. */
export interface ReturnFacts {
  /** Oldest first, as `valueOverTime` returns them. */
  steps: readonly ValueStep[]
  /** Transfers count as what the shares were worth on their day, as the value of the holdings does. */
  events: readonly Pick<ValueEvent, 'day' | 'kind' | 'amountFils'>[]
  /** Platform fees of orders; those given back are negative. */
  fees: readonly { day: string; amountFils: Fils }[]
}

/** What came to the holdings, left them and was paid out of them on one day, in fils. */
interface DayFlow {
  day: string
  bought: number
  received: number
  left: number
  fees: number
  /** At the end of the day. */
  value: number
}

/**
 * Returns the returns of an investor's holdings from the first contribution to `today`, in basis points; a year's if that
 * is at least a year ago, otherwise the whole period's. The time-weighted one chains the days: what was bought counts from the
 * start of its day, what was received from its end, what left and income to its end. The money-weighted one is the rate at which all payments, fees
 * included, and today's value balance. Undefined without a contribution, on its day, and if no rate balances. Pure.
 */
export function returnsOf(facts: ReturnFacts, today: string): Returns | undefined {
  const from = facts.steps[0]?.day
  if (from === undefined || from >= today) return undefined
  const flows = flowsOf(facts, today)
  const growth = moneyGrowth(flows, from, today)
  if (growth === undefined) return undefined
  const days = daysBetween(from, today)
  const isAnnual = days >= DAYS_OF_YEAR
  const points = (whole: number) => Math.round(((isAnnual ? whole ** (DAYS_OF_YEAR / days) : whole) - 1) * 10_000)
  return {
    ...{ from, to: today, isAnnual },
    timeWeightedBasisPoints: points(timeGrowth(flows)),
    moneyWeightedBasisPoints: points(growth),
  }
}

function flowsOf({ steps, events, fees }: ReturnFacts, today: string): DayFlow[] {
  const moved = events.filter(({ kind }) => kind !== 'valuation')
  const days = [...steps, ...moved, ...fees].map(({ day }) => day).filter((day) => day <= today)
  return [...new Set([...days, today])].sort().map((day) => {
    const ofDay = moved.filter((event) => event.day === day)
    const total = (rows: readonly { amountFils: Fils }[]) => rows.reduce((all, { amountFils }) => all + amountFils, 0)
    return {
      day,
      bought: total(ofDay.filter(({ kind }) => kind === 'purchase')),
      received: total(ofDay.filter(({ kind }) => kind === 'transfer_in')),
      left: total(ofDay.filter(({ kind }) => kind !== 'purchase' && kind !== 'transfer_in')),
      fees: total(fees.filter((fee) => fee.day === day)),
      value: steps.findLast((step) => step.day <= day)?.valueFils ?? 0,
    }
  })
}

/** Returns the product of what each day made of what was invested on it. */
function timeGrowth(flows: readonly DayFlow[]): number {
  let [growth, value] = [1, 0]
  for (const day of flows) {
    const invested = value + day.bought
    if (invested > 0) growth *= (day.value + day.left - day.received) / invested
    value = day.value
  }
  return growth
}

/** Returns the growth of the whole period at which all payments and the last value balance; undefined if none does. */
function moneyGrowth(flows: readonly DayFlow[], from: string, to: string): number | undefined {
  const days = daysBetween(from, to)
  const payments = flows.map(({ day, bought, received, left, fees, value }) => ({
    amount: left - bought - received - fees + (day === to ? value : 0),
    /** The part of the period after the payment. */
    rest: 1 - Math.max(0, daysBetween(from, day)) / days,
  }))
  if (!payments.some(({ amount }) => amount < 0)) return undefined
  if (!payments.some(({ amount }) => amount > 0)) return 0
  const valueAtEnd = (log: number) => payments.reduce((all, { amount, rest }) => all + amount * Math.exp(log * rest), 0)
  let [low, high] = [LEAST, GREATEST]
  if (Math.sign(valueAtEnd(low)) === Math.sign(valueAtEnd(high))) return undefined
  const isFalling = valueAtEnd(low) > 0
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2
    if (valueAtEnd(middle) > 0 === isFalling) low = middle
    else high = middle
  }
  return Math.exp((low + high) / 2)
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS
