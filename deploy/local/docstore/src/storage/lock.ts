import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another engine has the data folder open. */
export class FolderInUse extends Error {}

/**
 * Takes a data folder for this process. The lock is a SQLite lock on a side file: the system drops it when the process
 * dies in whatever way, so nothing stale is ever left.
 * @returns what gives it back.
 * @throws FolderInUse when another process has it.
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
