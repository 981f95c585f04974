import { createConnection, type Connection } from 'mongoose'

export type { ClientSession, Connection } from 'mongoose'
export const MONGO = Symbol('MONGO')

/** Longer than any command takes, except building a large index, which the server continues without the client. */
const SILENT_FOR_MS = 60_000
const REACHED_WITHIN_MS = 10_000

/**
 * Opens a dedicated connection (never mongoose's global one) to one database, with majority writes. A command fails as
 * unreachable when the store is silent for `silentForMs`; an idle connection stays open.
 */
export async function connectMongo(options: {
  uri: string
  dbName: string
  silentForMs?: number
}): Promise<Connection> {
  const { uri, dbName, silentForMs = SILENT_FOR_MS } = options
  return createConnection(uri, {
    dbName,
    retryWrites: true,
    writeConcern: { w: 'majority' },
    readConcern: { level: 'majority' },
    maxPoolSize: 20,
    serverSelectionTimeoutMS: REACHED_WITHIN_MS,
    // The operating system of a frozen store still accepts new connections, which then never respond.
    connectTimeoutMS: Math.min(REACHED_WITHIN_MS, silentForMs),
    // On the socket, because `timeoutMS` doesn't cover every command of a transaction.
    socketTimeoutMS: silentForMs,
    waitQueueTimeoutMS: silentForMs,
    autoIndex: false,
    autoCreate: false,
  }).asPromise()
}

/** Creates every model's collection and indexes; transactions need both to exist. */
export async function ensureModels(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) {
    await model.createCollection()
    await model.createIndexes()
  }
}

/** Returns whether an error is a duplicate of a unique key, optionally of the index with these fields. */
export function isDuplicateKey(error: unknown, ...fields: string[]): boolean {
  const { code, keyPattern } = error as { code?: number; keyPattern?: Record<string, unknown> }
  return code === 11000 && (fields.length === 0 || fields.every((field) => keyPattern && field in keyPattern))
}

/** By name, so that this package doesn't depend on the classes of the driver or of the ledger. */
const UNREACHABLE =
  /^(Mongo(Network|ServerSelection|PoolCleared|NotConnected|TopologyClosed|WaitQueueTimeout)|LedgerUnavailable$)/
/** Codes of a server that is stepping down, shutting down, or no longer primary. */
const STEPPING_DOWN: readonly unknown[] = [91, 189, 10107, 11600, 11602, 13435, 13436]

/** OutOfDiskSpace of the store, and the system's codes for a full disk or an exhausted quota. */
const DISK_FULL: readonly unknown[] = [14031, 'ENOSPC', 'EDQUOT']

/** Returns whether the store was unreachable, is changing its primary or is full, rather than rejecting the command. */
export function isStoreDown(error: unknown): boolean {
  const { name = '', code, cause } = (error ?? {}) as { name?: string; code?: unknown; cause?: unknown }
  if (UNREACHABLE.test(name) || STEPPING_DOWN.includes(code) || DISK_FULL.includes(code)) return true
  return cause !== undefined && cause !== error && isStoreDown(cause)
}
