import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ports } from './ports.js'
import { isAlive, waitUntilGone, type ProcessMark } from './processes.js'

/**
 * The running processes, in `.data/run.json` (0600): for tests, for `--fresh`, and for cleaning up after a killed run.
 */
export interface RunFile {
  /** Wall time. */
  startedAt: string
  ready: boolean
  split: boolean
  urls: Record<string, string>
  ports: Ports & Record<string, number>
  /** Process ids by part: launcher, platform (or one for each service), docstore or mongod, nats, redis. */
  pids: Record<string, number>
  marks: Record<string, ProcessMark>
}

const fileIn = (dataDir: string) => join(dataDir, 'run.json')

/** Writes the file atomically. */
export function writeRunFile(dataDir: string, run: RunFile): void {
  const partial = `${fileIn(dataDir)}.new`
  writeFileSync(partial, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 })
  renameSync(partial, fileIn(dataDir))
}

/** Removes the file of a run, if there is one. */
export function removeRunFile(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}

/** Reads the file of a run; null when it is missing or damaged. */
export function readRunFile(dataDir: string): RunFile | null {
  try {
    const run = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as RunFile
    return run.marks ? run : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

const graceMs = 10_000
const killedMs = 3000

/**
 * Cleans up after a run that was killed: waits for processes that its guards are still stopping, ends the remaining
 * ones, removes the file. Returns a line for the user, or null when there was nothing to clean up.
 */
export async function cleanUpKilledRun(dataDir: string): Promise<string | null> {
  const run = readRunFile(dataDir)
  if (!run) return null
  const alive = Object.entries(run.marks).filter(([name, mark]) => name !== 'launcher' && isAlive(mark))
  for (const [, mark] of alive) signal(mark, 'SIGCONT') // A fault switch may have paused it.
  const left = await waitUntilGone(
    alive.map(([, mark]) => mark),
    graceMs,
  )
  for (const mark of left) signal(mark, 'SIGKILL')
  await waitUntilGone(left, killedMs)
  removeRunFile(dataDir)
  const names = alive.map(([name]) => name).join(', ')
  return `The previous run was killed: cleaned up${names ? ` and waited for ${names} to end` : ''}`
}

function signal({ pid }: ProcessMark, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
