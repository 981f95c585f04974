import { simulate } from './simulate.js'

const SEEDS = 5
const STEPS = 20_000

/** Runs the simulation until a seed finds a fault, and prints it: the child process of one mutant. */
for (let seed = 1; seed <= SEEDS; seed += 1) {
  const { faults } = await simulate(seed, STEPS)
  if (faults.length === 0) continue
  console.log(`seed ${seed}: ${faults[0]}`)
  process.exit(1)
}
