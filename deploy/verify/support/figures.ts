import { root } from '@hissa/testing-driver/product'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

export interface Figure {
  id: string
  value: number
  unit: string
  /** The upper bound. */
  bound: number
}

/** Collects figures and prints each with its bound. */
export class Figures {
  private readonly all: Figure[] = []

  constructor(private readonly area: string) {}

  add(figure: Figure): void {
    this.all.push(figure)
    const { id, value, unit, bound } = figure
    console.log(`${isWithin(figure) ? 'ok  ' : 'FAIL'} ${id}: ${short(value)} ${unit} | bound ${bound} ${unit}`)
  }

  /** Adds the result of `measure`; a failed measurement counts as exceeding its bound. */
  async measure(id: string, unit: string, bound: number, measure: () => Promise<number>): Promise<void> {
    const value = await measure().catch((error: unknown) => {
      console.log(`     ${id}: ${error instanceof Error ? error.message : String(error)}`)
      return Number.POSITIVE_INFINITY
    })
    this.add({ id, value, unit, bound })
  }

  /** Writes `.data/verify/<area>.json`; returns the exit code: 1 if a figure exceeds its bound or there are none. */
  write(): number {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
    const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, node ${process.versions.node}`
    const figures = this.all.map((figure) => ({ ...figure, ok: isWithin(figure) }))
    mkdirSync(join(root, '.data', 'verify'), { recursive: true })
    const file = join(root, '.data', 'verify', `${this.area}.json`)
    writeFileSync(file, `${JSON.stringify({ machine, commit, figures }, null, 2)}\n`)
    const exceeded = figures.filter(({ ok }) => !ok).length
    console.log(`${this.area}: ${figures.length - exceeded} within bounds, ${exceeded} not`)
    return exceeded > 0 || figures.length === 0 ? 1 : 0
  }
}

const isWithin = ({ value, bound }: Figure) => value <= bound
const short = (value: number) => (Number.isFinite(value) ? String(Math.round(value * 10) / 10) : 'not measured')
