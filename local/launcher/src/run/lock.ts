import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, markProcess, type ProcessMark } from './processes.js'
import { UserError } from './user-error.js'

export interface Lock {
  /** Whether a previous run was killed and left its lock behind. */
  wasStale: boolean
  release(): void
}

const fileIn = (dataDir: string) => join(dataDir, 'launcher.lock')

/**
 * Locks the data folder for this process. A lock whose process has exited is removed.
 * @throws UserError when another launcher runs on the same folder
 */
export function acquireLock(dataDir: string, alive: (mark: ProcessMark) => boolean = isAlive): Lock {
  const file = fileIn(dataDir)
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, JSON.stringify(markProcess(process.pid)), { mode: 0o600 })
  let wasStale = false
  try {
    while (!tryLink(mine, file)) {
      const holder = readMark(file)
      if (holder && alive(holder.mark)) throw alreadyRuns(dataDir, holder.mark)
      if (holder) wasStale = removeStale(file, holder.text) || wasStale
    }
  } finally {
    rmSync(mine, { force: true })
  }
  return { wasStale, release: () => rmSync(file, { force: true }) }
}

/** Links atomically, so that no other process reads a half-written lock. */
function tryLink(mine: string, file: string): boolean {
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readMark(file: string): { text: string; mark: ProcessMark } | null {
  try {
    const text = readFileSync(file, 'utf8')
    return { text, mark: JSON.parse(text) as ProcessMark }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null // released since then
    if (error instanceof SyntaxError) throw new UserError(`${file} cannot be read. Remove it and start again.`)
    throw error
  }
}

/** Moves the stale lock aside. If another start was faster and the moved lock is its own, puts it back. */
function removeStale(file: string, text: string): boolean {
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  const isOurs = readFileSync(aside, 'utf8') === text
  if (!isOurs) tryLink(aside, file)
  rmSync(aside, { force: true })
  return isOurs
}

function alreadyRuns(dataDir: string, { pid }: ProcessMark): UserError {
  let where = ''
  try {
    const run = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { urls?: { app?: string } }
    if (run.urls?.app) where = ` at ${run.urls.app}`
  } catch {
    where = '' // it has not recorded an address yet
  }
  return new UserError(
    `Hissa already runs on ${dataDir} (process ${pid}${where}). Stop it first, or choose another folder with HISSA_DATA.`,
  )
}
