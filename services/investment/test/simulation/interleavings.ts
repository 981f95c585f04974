import { type Explored, explore } from './explore.js'
import { type Act, type Situation, SITUATIONS } from './races.js'

/** How many choices are varied in a race of two acts, and in one of three. Only sweeps make more. */
const MOST_CHOICES = { two: 8, three: 6 }

export interface Report extends Explored {
  races: number
  /** Different states in which the races ended. */
  states: number
  /** The violations, each with the race and its interleaving (`1121`: whose step it was). Empty if there are none. */
  faults: string[]
}

/** Explores every race of every situation; stops at the first one with faults. */
export async function exploreAll(situations: readonly Situation[] = SITUATIONS): Promise<Report> {
  const report: Report = { races: 0, interleavings: 0, equivalent: 0, states: 0, faults: [] }
  for (const situation of situations) {
    for (const names of racesOf(situation)) {
      const { interleavings, equivalent } = await exploreRace(situation, names, report)
      report.races += 1
      report.interleavings += interleavings
      report.equivalent += equivalent
      if (report.faults.length > 0) return report
    }
  }
  return report
}

/** Returns every pair of acts, and the triples. */
function racesOf({ acts, triples }: Situation): Array<readonly string[]> {
  const names = Object.keys(acts)
  const pairs = names.flatMap((first, n) => names.slice(n + 1).map((second) => [first, second]))
  return [...pairs, ...triples]
}

async function exploreRace(situation: Situation, names: readonly string[], report: Report): Promise<Explored> {
  const before = await situation.world()
  const seen = new Set<string>()
  const start = async () => {
    const world = before.copy()
    const actors = names.map((name) => ({ process: world.process(name), act: situation.acts[name]! }))
    const running = run(world, actors)
    const end = async (interleaving: string) => {
      const faults = [...(await running()), ...(await world.faults())]
      const state = world.fingerprint()
      if (faults.length === 0 && !seen.has(state)) {
        seen.add(state)
        report.states += 1
        faults.push(...(await world.settled()))
      }
      const where = `${situation.name}: ${names.join(', ')} as ${interleaving}`
      report.faults.push(...faults.map((fault) => `${where}: ${fault}`))
    }
    return { actors: actors.map(({ process }) => process), end }
  }
  return explore(start, names.length > 2 ? MOST_CHOICES.three : MOST_CHOICES.two)
}

type World = Awaited<ReturnType<Situation['world']>>

/** Starts all acts at once. Returns a function that says which of them failed or never ended. */
function run(world: World, actors: ReadonlyArray<{ process: ReturnType<World['process']>; act: Act }>) {
  world.race()
  const faults: string[] = []
  let ended = 0
  for (const { process, act } of actors) {
    void act(world, process.replica)
      .catch((error: unknown) => faults.push(`${process.name} failed: ${(error as Error).message}`))
      .finally(() => (ended += 1))
  }
  return async () => (ended === actors.length ? faults : [...faults, `${actors.length - ended} acts never ended`])
}
