import type { Transitions } from '@hissa/kernel'
import { ORDER_TRANSITIONS } from '../../src/orders/order.model.js'
import { RAISE_TRANSITIONS } from '../../src/raises/raise.js'

/** Transitions of another service: a raise before it opens. */
const ELSEWHERE: readonly string[] = ['raise draft → in_review', 'raise in_review → active']

const transitions = (name: string, table: Transitions<string, string>) =>
  Object.entries(table)
    .flatMap(([from, targets]) => [...new Set(Object.values(targets))].map((to) => [from, to]))
    .flatMap(([from, to]) => (from === to ? [] : [`${name} ${String(from)} → ${String(to)}`]))

/** Every transition of the two tables that the service makes. */
export const TRANSITIONS: readonly string[] = [
  ...transitions('order', ORDER_TRANSITIONS),
  ...transitions('raise', RAISE_TRANSITIONS),
].filter((name) => !ELSEWHERE.includes(name))

/** Every fault that the simulation can inject. */
export const FAULTS = [
  'store lost',
  'store down',
  'store unknown before commit',
  'store unknown after commit',
  'processor unavailable before effect',
  'processor unavailable after effect',
  'processor permanently rejects a refund',
  'process crashed',
  'webhook duplicated',
  'webhook late',
  'webhook replayed with the same id',
  'payment after the page expired',
  'payment of another amount',
  'payment in another currency',
  'payment twice for one order',
  'payment for no order',
  'payment after the raise closed',
  'refund failed',
  'refund failed after it succeeded',
  'refund made in the dashboard',
  'refund of a part made in the dashboard',
  'dispute opened',
  'dispute of a part opened',
  'dispute won',
  'dispute lost',
  'dispute withdrawn again',
  'dispute after allotment',
  'shares minted',
  'shares minted after a reversal',
  'shares burned',
  'shares transferred by staff',
  'all shares of an investor transferred',
  'shares transferred before they were minted',
  'shares transferred on to a third investor',
  'dispute after a transfer',
  'shares taken back in part, the others were transferred',
  'no shares taken back, all were transferred',
  'a transfer mirrored on the chain',
  'investor suspended',
  'investor reinstated',
  'paid order on hold: account suspended',
  'paid order on hold: money refunded in the dashboard',
  'hold ended',
  'deadline passed',
  'cancelled in time',
  'cancelled too late',
  'a raise closed early by staff',
  'a raise extended by staff',
  'a raise failed by staff',
  'a deed filed by staff',
  'an order cancelled by staff',
  'clock moved',
  'more due than one batch',
  'bus rejects a message',
  'bus acks and loses a message',
  'bus delivers twice',
  'bus wiped',
] as const
export type Fault = (typeof FAULTS)[number]

/** Every way in which staff resolve suspense here. */
const RESOLUTIONS = [
  ...['staff net', 'staff settle', 'staff withdraw', 'staff refund', 'staff cover', 'staff assign'],
] as const

/** Counts how often each transition was made and each fault injected. */
export class Reached {
  private readonly counts = new Map<string, number>()

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }

  fault(name: Fault): void {
    this.count(name)
  }

  add(other: Reached): void {
    for (const [name, count] of other.counts) this.counts.set(name, (this.counts.get(name) ?? 0) + count)
  }

  /** Returns every name with its count; 0 for those that were never reached. */
  lines(): Array<readonly [name: string, count: number]> {
    const names = [...TRANSITIONS, ...FAULTS, ...RESOLUTIONS, ...this.counts.keys()]
    return [...new Set(names)].map((name) => [name, this.counts.get(name) ?? 0] as const)
  }

  has(name: string): boolean {
    return this.counts.has(name)
  }

  missing(): string[] {
    return this.lines().flatMap(([name, count]) => (count === 0 ? [name] : []))
  }
}
