import { Engine, type EngineOptions } from './engine.js'
import { SET_NAME } from './limits.js'
import { listen } from './wire/server.js'

export type { StoreUser } from './auth/access.js'
export { FolderInUse } from './storage/lock.js'
export { surfaceOf, recordSurface, mergeSurface } from './surface.js'

const LOOPBACK = '127.0.0.1'

/** A running engine. */
export interface Docstore {
  /** A connection string without a database name and without credentials. */
  uri: string
  port: number
  /** Stops listening, writes what is queued and releases the folder. Open transactions are aborted. */
  close(): Promise<void>
  /** Deletes immediately what TTL indexes would delete at this wall time. */
  expire(nowMs: number): Promise<void>
}

/**
 * Starts the engine in this process.
 * @param options.dataDir data folder, created if missing; used by one engine at a time.
 * @param options.users who may sign in, by SCRAM-SHA-256 against `admin`; without users the store is open.
 * @param options.isThrownAway commits don't wait for the disk, for data that nobody needs after a crash of the machine.
 * @param options.logLimits sizes of the write-ahead log; see LogLimits.
 * @param options.port 0 (default) chooses a free port.
 * @param options.host the name by which other machines reach it; it then listens on every address. Without a name it
 * listens on 127.0.0.1 only.
 * @throws FolderInUse when another engine uses the folder; Error when NODE_ENV is production, and for a host without
 * users.
 */
export async function startDocstore(
  options: {
    dataDir: string
    port?: number
    host?: string
  } & EngineOptions,
): Promise<Docstore> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('docstore is for one machine and refuses to run with NODE_ENV=production')
  const { host, users = [] } = options
  if (host !== undefined && users.length === 0) throw new Error('docstore is open to other machines only with users')
  const engine = new Engine(options.dataDir, options)
  try {
    const server = await listen(host === undefined ? LOOPBACK : '0.0.0.0', options.port ?? 0, engine)
    engine.address = `${host ?? LOOPBACK}:${server.port}`
    const close = async () => {
      await server.close()
      engine.close()
    }
    return {
      uri: `mongodb://${engine.address}/?replicaSet=${SET_NAME}`,
      port: server.port,
      close,
      expire: (nowMs) => engine.sweep(nowMs),
    }
  } catch (error) {
    engine.close()
    throw error
  }
}
