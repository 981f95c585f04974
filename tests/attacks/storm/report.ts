import { root } from '@hissa/testing-driver/product'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Databases } from './databases.js'

export interface StormReport {
  seed: number
  minutes: number
  shoppers: number
  /** Time from the last fault, or the last later step, until no work was pending. */
  restSeconds: number[]
  /** Orders by state. */
  orders: Record<string, number>
  /** Work that staff must decide: rejected work and open suspense items, by kind. */
  forStaff: Record<string, number>
  receipts: { receipts: number; copies: number }
  counts: Record<string, number>
  faults: readonly string[]
}

const UNRESOLVED = { state: { $in: ['open', 'refunding'] } }

/** Counts orders by state, and work for staff. */
export async function countOrders({ investment }: Databases): Promise<Pick<StormReport, 'orders' | 'forStaff'>> {
  const countBy = async (collection: string, filter: object, field: string) => {
    const rows = await investment
      .collection(collection)
      .aggregate<{ _id: string; count: number }>([
        { $match: filter },
        { $group: { _id: field, count: { $sum: 1 } } },
        { $sort: { _id: 1 } },
      ])
      .toArray()
    return Object.fromEntries(rows.map(({ _id, count }) => [_id, count]))
  }
  const forStaff = {
    ...(await countBy('suspense', UNRESOLVED, '$kind')),
    ...(await countBy('orders', { rejected: { $exists: true } }, '$rejected.kind')),
  }
  return { orders: await countBy('orders', {}, '$state'), forStaff }
}

/** Prints every count and fault, then one line of totals, and writes `.data/verify/storm.json`. */
export function publish(report: StormReport): void {
  mkdirSync(join(root, '.data', 'verify'), { recursive: true })
  writeFileSync(join(root, '.data', 'verify', 'storm.json'), `${JSON.stringify(report, null, 2)}\n`)
  const { seed, minutes, restSeconds, orders, forStaff, receipts, counts, faults } = report
  for (const [name, count] of Object.entries(counts)) console.log(`  ${name} ${count}`)
  for (const fault of faults) console.log(`  FAULT ${fault}`)
  const waiting = Object.entries(forStaff).map(([kind, count]) => `${count} ${kind}`)
  const struck = Object.entries(counts).filter(([name]) => name.startsWith('fault.'))
  const parts = [
    ...Object.entries(orders).map(([state, count]) => `${count} ${state}`),
    `${struck.reduce((total, [, count]) => total + count, 0)} faults struck`,
    `${receipts.receipts} receipts (${receipts.copies} sent again)`,
    `for staff: ${waiting.length > 0 ? waiting.join(', ') : 'nothing'}`,
    `at rest after ${Math.max(...restSeconds).toFixed(1)} s`,
    `${faults.length} wrong`,
  ]
  console.log(`storm: seed ${seed}, ${minutes} minutes: ${parts.join('; ')}`)
}
