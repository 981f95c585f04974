import { exploreAll } from './interleavings.js'
import { Reached } from './reached.js'
import { simulate } from './simulate.js'

const SEEDS = 5
const STEPS = 20_000

// The child process of one mutant: explores all races, then runs the simulation until a seed finds a fault; prints the
// first fault.
const [fault] = (await exploreAll()).faults
if (fault !== undefined) {
  console.log(`race: ${fault}`)
  process.exit(1)
}
const all = new Reached()
for (let seed = 1; seed <= SEEDS; seed += 1) {
  const { faults, reached } = await simulate(seed, STEPS, undefined, seed === 1 ? [] : all.missing())
  all.add(reached)
  if (faults.length === 0) continue
  console.log(`seed ${seed}: ${faults[0]}`)
  process.exit(1)
}
