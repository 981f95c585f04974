import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Say } from '../run/say.js'
import type { LauncherBus } from '../sandbox/bus-state.js'
import { demoAccounts, demoPassword } from './accounts.js'

/** One part of the sample data; a step may safely run again. */
export interface SeedStep {
  name: string
  /** Names of the earlier steps that it depends on; all earlier ones by default. Others run concurrently. */
  after?: readonly string[]
  /** Returns the result to print after the name. */
  run(): Promise<string>
}

const seedTimeoutMs = 180_000

/** Returns the steps of a first start that call services over the bus. */
export function serviceSeeds(bus: LauncherBus): [accounts: SeedStep, catalogue: SeedStep] {
  const accounts = demoAccounts.map(({ email, fullName, groups }) => ({
    email,
    password: demoPassword,
    fullName,
    groups,
  }))
  return [
    {
      name: 'demo accounts',
      run: async () => {
        await bus.request('local.identity.seed', { accounts }, seedTimeoutMs)
        return String(accounts.length)
      },
    },
    {
      name: 'sample catalogue',
      after: [],
      run: async () => {
        const counts = await bus.request<Record<string, unknown>>('local.property.seed', {}, seedTimeoutMs)
        return describeCounts(counts)
      },
    },
  ]
}

/** Describes `{imported: 12, dropped: 3}` in words; values that are not numbers are omitted. */
export function describeCounts(counts: Record<string, unknown>): string {
  const numbers = Object.entries(counts).filter(([, value]) => typeof value === 'number')
  return numbers.map(([name, value]) => `${String(value)} ${name}`).join(', ') || 'done'
}

/**
 * Runs the steps that are not done in this data folder, each once its dependencies are done. Each is recorded in
 * `seed.json` of the folder, so that a start after an interrupted one resumes there. A failed step is reported, and is
 * retried on the next start together with its dependents.
 * @returns whether all steps are done
 */
export async function seed(dataDir: string, steps: readonly SeedStep[], say: Say): Promise<boolean> {
  const done = readDone(dataDir)
  const outcomes = new Map<string, Promise<boolean>>()
  for (const [index, step] of steps.entries()) {
    const needed = step.after ?? steps.slice(0, index).map(({ name }) => name)
    const unknown = needed.find((name) => !outcomes.has(name))
    if (unknown) throw new Error(`sample data: no step before ${step.name} is named ${unknown}`)
    const ready = Promise.all(needed.map(async (name) => outcomes.get(name)))
    outcomes.set(
      step.name,
      done.includes(step.name)
        ? Promise.resolve(true)
        : ready.then(async (results) => results.every(Boolean) && runStep(dataDir, step, done, say)),
    )
  }
  return (await Promise.all(outcomes.values())).every(Boolean)
}

/** Runs a step and adds it to the finished ones; returns whether it succeeded. */
async function runStep(dataDir: string, { name, run }: SeedStep, done: string[], say: Say): Promise<boolean> {
  const startedAt = performance.now()
  try {
    const result = await run()
    done.push(name)
    writeDone(dataDir, done)
    say(`Sample data: ${name}, ${result} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
    return true
  } catch (error) {
    say(`Sample data: ${name} failed and will be retried at the next start: ${reasonOf(error)}`)
    return false
  }
}

/** Returns the first line of an error, and of its cause: the last failure of what was tried again until it timed out. */
function reasonOf(error: unknown): string {
  const errors = error instanceof Error && error.cause instanceof Error ? [error, error.cause] : [error]
  return errors.map(firstLine).join(': ')
}

/** Libraries make errors whose message is empty or `null`; then their name says more. */
function firstLine(error: unknown): string {
  if (!(error instanceof Error)) return `an error without a message (${String(error)})`
  const [line = ''] = error.message.split('\n')
  return line === '' || line === 'null' ? `${error.name} without a message` : line
}

const fileIn = (dataDir: string) => join(dataDir, 'seed.json')

function readDone(dataDir: string): string[] {
  try {
    return (JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as { done: string[] }).done
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function writeDone(dataDir: string, done: string[]): void {
  writeFileSync(`${fileIn(dataDir)}.new`, `${JSON.stringify({ done })}\n`)
  renameSync(`${fileIn(dataDir)}.new`, fileIn(dataDir))
}
