import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

/**
 * One measurement. `ratio` is ours divided by the peer's, where greater is better (times are inverted); null without a
 * peer.
 */
export interface Metric {
  id: string
  value: number
  unit: string
  peer: string | null
  peerValue: number | null
  ratio: number | null
  goal: string
  rounds: number
  /** Largest round divided by the smallest. */
  spread: number
}

/** Returns the median; the mean of the two middle values if their number is even. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns the smallest value that `percent` of the values do not exceed. */
export const percentile = (values: readonly number[], percent: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil((percent / 100) * values.length) - 1)]!

const spreadOf = (values: readonly number[]) => Math.max(...values) / Math.min(...values)

/** Returns a measurement without a peer, from its rounds. */
export const figure = (id: string, rounds: readonly number[], unit: string, goal: string): Metric => ({
  id,
  value: median(rounds),
  unit,
  peer: null,
  peerValue: null,
  ratio: null,
  goal,
  rounds: rounds.length,
  spread: spreadOf(rounds),
})

/**
 * Returns a measurement with a peer, both measured alternately in the same rounds; the ratio is the median of the
 * rounds' ratios.
 */
export function compareHigher(
  id: string,
  rounds: readonly { ours: number; peers: number }[],
  names: { unit: string; peer: string; goal: string },
): Metric {
  return {
    id,
    value: median(rounds.map((round) => round.ours)),
    unit: names.unit,
    peer: names.peer,
    peerValue: median(rounds.map((round) => round.peers)),
    ratio: median(rounds.map((round) => round.ours / round.peers)),
    goal: names.goal,
    rounds: rounds.length,
    spread: spreadOf(rounds.map((round) => round.ours)),
  }
}

/** Like `compareHigher`, for a measurement where smaller is better: the ratio is the peer's divided by ours. */
export function compareLower(...[id, rounds, names]: Parameters<typeof compareHigher>): Metric {
  return { ...compareHigher(id, rounds, names), ratio: median(rounds.map((round) => round.peers / round.ours)) }
}

/** Prints one line per metric and writes `.data/bench/<area>.json` below `root`. */
export function report(root: string, area: string, engine: string, metrics: readonly Metric[]): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, node ${process.versions.node}`
  mkdirSync(join(root, '.data', 'bench'), { recursive: true })
  const file = join(root, '.data', 'bench', `${area}.json`)
  writeFileSync(file, `${JSON.stringify({ machine, commit, engine, metrics }, null, 2)}\n`)
  console.log(`${machine}; ${engine}`)
  for (const metric of metrics) console.log(lineOf(metric))
}

function lineOf({ id, value, unit, peer, peerValue, ratio, goal, rounds, spread }: Metric): string {
  const short = (number: number) => (number >= 100 ? number.toFixed(0) : number.toPrecision(3))
  const besides = peer ? ` | ${peer} ${short(peerValue!)} ${unit} | ratio ${short(ratio!)}` : ''
  return `${id}: ${short(value)} ${unit}${besides} | goal ${goal} | ${rounds} rounds, spread ${short(spread)}`
}
