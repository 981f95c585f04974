import { describe, expect, it } from '@jest/globals'
import { Reached } from './reached.js'
import { simulate } from './simulate.js'

const SEEDS = Number(process.env['SIMULATION_SEEDS'] ?? 5)
const STEPS = Number(process.env['SIMULATION_STEPS'] ?? 20_000)
const FIRST = Number(process.env['SIMULATION_SEED'] ?? 1)
/** About as many steps as it takes for every transition and every fault to occur. */
const ENOUGH_STEPS = 100_000
const isLong = SEEDS * STEPS >= ENOUGH_STEPS
/** How many more seeds may be needed for that. */
const MORE_SEEDS = isLong ? 10 : 0

describe('the investment core with a store, a bus, a processor and processes that fail', () => {
  it(`keeps its invariants over at least ${SEEDS} seeds of ${STEPS} steps${isLong ? ', and reaches every transition and fault' : ''}`, async () => {
    const reached = new Reached()
    let [steps, orders, crashes] = [0, 0, 0]
    const isNeeded = (seed: number) =>
      seed < FIRST + SEEDS || (seed < FIRST + SEEDS + MORE_SEEDS && reached.missing().length > 0)
    for (let seed = FIRST; isNeeded(seed); seed += 1) {
      // The seeds before it decide what a seed prefers, so a replay runs them too.
      const run = await simulate(seed, STEPS, undefined, seed === FIRST ? [] : reached.missing())
      expect({ seed, faults: run.faults }).toEqual({ seed, faults: [] })
      reached.add(run.reached)
      steps += run.steps
      orders += run.orders
      crashes += run.crashes
    }
    const lines = reached.lines().map(([name, count]) => `  ${name}: ${count}\n`)
    process.stderr.write(
      `simulation: ${steps} steps, ${orders} orders, ${crashes} crashes, 0 broken invariants\n${lines.join('')}`,
    )
    if (isLong) expect(reached.missing()).toEqual([])
  }, 300_000)

  it('repeats a run exactly for the same seed', async () => {
    const [first, second, other] = [await simulate(7, 2_000), await simulate(7, 2_000), await simulate(8, 2_000)]
    expect(second).toEqual(first)
    expect(other.traceHash).not.toBe(first.traceHash)
  })

  it.each(['noCompareAndSet', 'noIdempotency', 'ignoresPaymentsAfterExpiry'] as const)(
    'finds the planted bug %s',
    async (planted) => {
      const found: string[] = []
      for (let seed = 1; seed <= 20 && found.length === 0; seed += 1)
        found.push(...(await simulate(seed, 20_000, planted)).faults)
      expect(found).not.toEqual([])
    },
    120_000,
  )
})
