import { root } from '@hissa/testing-driver/product'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

export interface Metric {
  id: string
  value: number
  unit: string
  /** The maximum; a larger value fails. */
  limit: number
}

/** Collects metrics and prints each with its limit. */
export class Metrics {
  private readonly all: Metric[] = []

  constructor(private readonly area: string) {}

  add(metric: Metric): void {
    this.all.push(metric)
    const { id, value, unit, limit } = metric
    console.log(`${isWithin(metric) ? 'ok  ' : 'FAIL'} ${id}: ${format(value, unit)} | limit ${limit} ${unit}`)
  }

  /** Adds the result of `measure`; a failed measurement counts as exceeding its limit. */
  async measure(id: string, unit: string, limit: number, measure: () => Promise<number>): Promise<void> {
    const value = await measure().catch((error: unknown) => {
      console.log(`     ${id}: ${error instanceof Error ? error.message : String(error)}`)
      return Number.POSITIVE_INFINITY
    })
    this.add({ id, value, unit, limit })
  }

  /**
   * Writes `.data/verify/<area>.json`. Returns the exit code: 1 if any metric exceeds its limit or no metric was added,
   * otherwise 0.
   */
  write(): number {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
    const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, node ${process.versions.node}`
    const metrics = this.all.map((metric) => ({ ...metric, ok: isWithin(metric) }))
    mkdirSync(join(root, '.data', 'verify'), { recursive: true })
    const file = join(root, '.data', 'verify', `${this.area}.json`)
    writeFileSync(file, `${JSON.stringify({ machine, commit, metrics }, null, 2)}\n`)
    const exceeded = metrics.filter(({ ok }) => !ok).length
    console.log(`${this.area}: ${metrics.length - exceeded} within their limits, ${exceeded} not`)
    return exceeded > 0 || metrics.length === 0 ? 1 : 0
  }
}

const isWithin = ({ value, limit }: Metric) => value <= limit
const format = (value: number, unit: string) =>
  Number.isFinite(value) ? `${Math.round(value * 10) / 10} ${unit}` : 'not measured'
