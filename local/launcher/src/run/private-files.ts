import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from './user-error.js'

const PRIVATE_UMASK = 0o077
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
const OWNER_BITS = 0o700

/**
 * Makes everything that this process and its children write from now on readable only by its owner. Engines choose
 * their own modes for logs and data, and all of them respect the inherited umask.
 */
export function writePrivately(): void {
  process.umask(PRIVATE_UMASK)
}

/**
 * Removes every right of other users on a folder and its content: folders become 0700 and files 0600; downloaded
 * programs stay executable. Links are neither changed nor followed.
 * @throws UserError when something in it belongs to another user
 */
export function makePrivate(dataDir: string): void {
  restrict(dataDir, false)
}

function restrict(path: string, isProgram: boolean): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  const mode = stats.isDirectory() ? FOLDER_MODE : isProgram ? stats.mode & OWNER_BITS : FILE_MODE
  if ((stats.mode & 0o777) !== mode) change(path, mode)
  if (!stats.isDirectory()) return
  for (const name of readdirSync(path)) restrict(join(path, name), isProgram || name === 'engines')
}

function change(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return // The guard of a killed run is still removing its files.
    if (code === 'EPERM') throw new UserError(`${path} belongs to another user. Remove it, or start as that user.`)
    throw error
  }
}
