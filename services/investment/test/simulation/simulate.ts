import type { Reached } from './reached.js'
import { broken, unsettled } from './oracles.js'
import type { Planted } from './sim-stores.js'
import { World } from './world.js'

export interface Run {
  seed: number
  steps: number
  orders: number
  crashes: number
  traceHash: number
  reached: Reached
  /** The violations and the step at which they were found; empty if there are none. */
  faults: string[]
}

const SLICE = 250
const HOUR_MS = 3_600_000

/**
 * Runs the investment core on a seeded scheduler for `steps` steps, checking the invariants after each slice. Then it
 * ends all faults, lets more than four days pass (webhooks are up to 72 hours late, then staff act), and checks for work that never
 * finished. It prefers what leads to the transitions and faults in `wanted`, which earlier seeds have not reached.
 */
export async function simulate(
  seed: number,
  steps: number,
  planted?: Planted,
  wanted: readonly string[] = [],
): Promise<Run> {
  const world = new World(seed, planted, wanted)
  await world.start()
  let faults: string[] = []
  while (world.scheduler.steps < steps && faults.length === 0) {
    await world.scheduler.run(SLICE)
    faults = await broken(world)
  }
  if (faults.length === 0) {
    world.calm()
    const restMs = world.scheduler.nowMs + 100 * HOUR_MS
    await world.scheduler.run(10 * steps + 100_000, restMs)
    faults = [...(await broken(world)), ...(await unsettled(world))]
  }
  const { steps: made, traceHash } = world.scheduler
  const orders = world.store.collection('orders').size
  const { crashes, reached } = world
  return { seed, steps: made, orders, crashes, traceHash, reached, faults }
}
