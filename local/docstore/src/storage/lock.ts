import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another engine has opened the data folder. */
export class FolderInUse extends Error {}

/**
 * Locks a data folder for this process. It is a SQLite lock on a side file, which the system releases however the
 * process ends, so no stale lock remains.
 * @returns a function that releases it
 * @throws FolderInUse when another process has locked it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'docstore.lock'))
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    if (/locked|busy/i.test((cause as Error).message))
      throw new FolderInUse(`another docstore is using the data folder ${folder}`)
    throw cause
  }
  return () => database.close()
}
