/** What the next step of an actor touches: documents, the processor, or nothing that others use. */
export type StepKind = 'read' | 'write' | 'processor' | 'other'

/** One of several concurrent actors; each waits before every step until it is chosen. */
export interface Actor {
  /** The kind of the step that it waits to make; undefined if it has ended or is blocked. */
  waitsFor(): StepKind | undefined
  step(): void
}

/** A race from its beginning: called once for each interleaving, and must then do the same. */
export interface Race {
  actors: readonly Actor[]
  /** Called when every actor has ended or is blocked. */
  end(interleaving: string): Promise<void>
}

export interface Explored {
  /** Interleavings that were run to their end. */
  interleavings: number
  /** Interleavings that were left before their end because they only swap independent steps of another. */
  equivalent: number
}

interface Node {
  /** The actors that can make a step, and the kinds of their steps. */
  ready: ReadonlyMap<number, StepKind>
  /** Actors whose step was tried before, in an interleaving that is equivalent until a dependent step is made. */
  sleeping: Set<number>
  chosen: number
}

/** Two steps that can be swapped without a difference: reads of documents, and steps of different resources. */
export const isIndependent = (a: StepKind, b: StepKind) =>
  a === 'other' || b === 'other' || (a === 'read' && b === 'read') || (a === 'processor') !== (b === 'processor')

/**
 * Runs every interleaving of a race, except those that differ from another one only in the order of independent steps
 * (sleep sets, Godefroid 1996). `mostChoices` limits how many choices between actors are varied; after those the first
 * actor continues.
 */
export async function explore(start: () => Promise<Race>, mostChoices = Infinity): Promise<Explored> {
  const explored = { interleavings: 0, equivalent: 0 }
  const path: Node[] = []
  do {
    const ended = await runOnce(await start(), path, mostChoices)
    explored[ended ? 'interleavings' : 'equivalent'] += 1
  } while (advance(path))
  return explored
}

/** Runs one interleaving: repeats `path`, then extends it. Returns false if it was left as equivalent to another. */
async function runOnce(race: Race, path: Node[], mostChoices: number): Promise<boolean> {
  let choices = 0
  for (let depth = 0; ; depth += 1) {
    await untilAllWait()
    const ready = new Map<number, StepKind>()
    for (const [index, actor] of race.actors.entries()) {
      const kind = actor.waitsFor()
      if (kind) ready.set(index, kind)
    }
    if (ready.size === 0) {
      await race.end(path.map(({ chosen }) => chosen + 1).join(''))
      return true
    }
    if (ready.size > 1) choices += 1
    if (depth === path.length) path.push({ ready, sleeping: inherited(path.at(-1)), chosen: -1 })
    const node = path[depth]!
    if (choices > mostChoices) {
      node.sleeping = new Set([...ready.keys()].slice(1))
      node.chosen = [...ready.keys()][0]!
    } else if (node.chosen === -1) {
      const next = [...ready.keys()].find((index) => !node.sleeping.has(index))
      if (next === undefined) return false
      node.chosen = next
    }
    race.actors[node.chosen]!.step()
  }
}

/** Returns the actors whose next step need not be tried after the last one, because the two can be swapped. */
function inherited(parent: Node | undefined): Set<number> {
  if (!parent) return new Set()
  const made = parent.ready.get(parent.chosen)!
  const asleep = (index: number) => index !== parent.chosen && isIndependent(parent.ready.get(index)!, made)
  return new Set([...parent.sleeping].filter(asleep))
}

/** Moves `path` to the next interleaving. Returns false after the last one. */
function advance(path: Node[]): boolean {
  for (let node = path.at(-1); node; node = path.at(-1)) {
    if (node.chosen !== -1) node.sleeping.add(node.chosen)
    const next = [...node.ready.keys()].find((index) => !node.sleeping.has(index))
    if (next !== undefined && node.chosen !== -1) {
      node.chosen = next
      return true
    }
    path.pop()
  }
  return false
}

/** Everything that is not a step is a microtask, so all actors wait or have ended after this. */
const untilAllWait = () => new Promise((resolve) => setImmediate(resolve))
