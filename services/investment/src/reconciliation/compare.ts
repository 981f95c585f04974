import type { Movement, Part } from './movement.js'

/** A part of a payment about which the sides disagree, in minor units. */
export interface PartDifference {
  part: Part
  processorMinor: number
  ledgerMinor: number
}

const PARTS: readonly Part[] = ['charge', 'refund', 'dispute']
const OUT: readonly Part[] = ['refund', 'dispute']
/** With more open holds, the processor has begun all or none. */
const MOST_HOLDS = 8

/**
 * Compares both sides of one payment, part by part, so that a missing charge never hides a missing refund. A refund that
 * the processor has begun may still be held in the ledger, because it is posted once it is confirmed; of several holds,
 * it may have begun any. Refunds and disputes also agree together: the ledger books a dispute that is reinstated after
 * it settled an order as a returned refund. Pure.
 */
export function compare(movements: readonly Movement[]): PartDifference[] {
  const isOutAgreed = totalsOf(movements, OUT).agrees
  return PARTS.flatMap((part) => {
    const { agrees, ...totals } = totalsOf(movements, [part])
    return agrees || (isOutAgreed && OUT.includes(part)) ? [] : [{ part, ...totals }]
  })
}

function totalsOf(movements: readonly Movement[], parts: readonly Part[]) {
  const of = (side: Movement['side']) => movements.filter((row) => row.side === side && parts.includes(row.part))
  const ledger = of('ledger')
  const [processorMinor, ledgerMinor] = [total(of('processor')), total(ledger)]
  const agrees = begunOf(ledger).has(ledgerMinor - processorMinor)
  return { processorMinor, ledgerMinor, agrees }
}

/** Returns what the processor may have begun of the open holds: the sum of any of them. */
function begunOf(ledger: readonly Movement[]): Set<number> {
  const holds = new Map<string, number>()
  for (const { hold = '', held } of ledger) holds.set(hold, (holds.get(hold) ?? 0) + held)
  const open = [...holds.values()].filter((held) => held !== 0)
  if (open.length > MOST_HOLDS) return new Set([0, open.reduce((sum, held) => sum + held, 0)])
  return open.reduce((sums, held) => new Set([...sums, ...[...sums].map((sum) => sum + held)]), new Set([0]))
}

const total = (rows: readonly Movement[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
