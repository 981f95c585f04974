import type { Movement, Part } from './movement.js'

/** A part of a payment about which the sides disagree, in minor units. */
export interface PartDifference {
  part: Part
  processorMinor: number
  ledgerMinor: number
}

const PARTS: readonly Part[] = ['charge', 'refund', 'dispute']

/**
 * Compares both sides of one payment, part by part, so that a missing charge never hides a missing refund. A refund that
 * the processor has begun may still be held in the ledger, because it is posted once it is confirmed. Pure.
 */
export function compare(movements: readonly Movement[]): PartDifference[] {
  return PARTS.flatMap((part) => {
    const of = (side: Movement['side']) => movements.filter((row) => row.side === side && row.part === part)
    const ledger = of('ledger')
    const [processorMinor, ledgerMinor] = [total(of('processor')), total(ledger)]
    const heldMinor = ledger.reduce((sum, { held }) => sum + held, 0)
    const agrees = processorMinor === ledgerMinor || processorMinor === ledgerMinor - heldMinor
    return agrees ? [] : [{ part, processorMinor, ledgerMinor }]
  })
}

const total = (rows: readonly Movement[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
