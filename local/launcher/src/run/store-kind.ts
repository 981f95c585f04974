import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from './user-error.js'

/** The store of a data folder: its own mongod or docstore, or the one that MONGODB_URI names. */
export type StoreKind = 'mongod' | 'docstore' | 'MONGODB_URI'

const startFresh = 'or start with an empty data folder: npm start -- --fresh'
const lost: Record<StoreKind, string> = {
  mongod: `are in MongoDB, and there is no mongod on PATH. Put it on PATH, ${startFresh}.`,
  docstore: `are in docstore, and MONGODB_URI names another store. Unset it, ${startFresh}.`,
  MONGODB_URI: `are in the store that MONGODB_URI named, and it is not set. Set it, ${startFresh}.`,
}

/**
 * Returns the store of a start. The first start takes the first available of MONGODB_URI, mongod and docstore. Later
 * ones keep that store, because everything else in the folder refers to its records.
 * @throws UserError when that store is not available
 */
export function storeKindOf(dataDir: string, there: { uri: boolean; mongod: boolean }): StoreKind {
  const file = join(dataDir, 'store')
  const first = there.uri ? 'MONGODB_URI' : there.mongod ? 'mongod' : 'docstore'
  if (!existsSync(file)) {
    writeFileSync(file, first)
    return first
  }
  const stored = readFileSync(file, 'utf8') as StoreKind
  if (stored === first || (stored === 'docstore' && !there.uri)) return stored
  const elsewhere = stored === 'mongod' && there.uri
  throw new UserError(
    `The records of ${dataDir} ${elsewhere ? lost.docstore.replace('docstore', 'MongoDB') : lost[stored]}`,
  )
}
