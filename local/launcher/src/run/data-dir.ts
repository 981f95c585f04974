import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from './user-error.js'

const neededMb = 300
const bytesInMb = 1e6
const kept = ['engines', 'launcher.lock', 'bench', 'verify']

/** Returns the free space on the disk that holds `dir`, in megabytes. */
export function freeMb(dir: string): number {
  const { bavail, bsize } = statfsSync(dir)
  return Math.floor((bavail * bsize) / bytesInMb)
}

/**
 * Creates the data folder and checks the disk.
 * @throws UserError when the disk is full
 */
export function openDataDir(dataDir: string, free: (dir: string) => number = freeMb): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const mb = free(dataDir)
  if (mb >= neededMb) return
  throw new UserError(`The disk is full: ${mb} MB free where ${dataDir} is, and Hissa needs ${neededMb} MB.`)
}

/** Removes all state except the lock that is held, downloaded engines and the results of benchmarks. */
export function emptyDataDir(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!kept.includes(name)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}
