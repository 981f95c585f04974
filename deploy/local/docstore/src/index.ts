import { Engine, type EngineOptions } from './engine.js'
import { SET_NAME } from './limits.js'
import { listen } from './wire/server.js'

export { FolderInUse } from './storage/lock.js'
export { surfaceOf, recordSurface, mergeSurface } from './surface.js'

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
 * Starts the engine in this process, on 127.0.0.1 only.
 * @param options.dataDir data folder, created if missing; used by one engine at a time.
 * @param options.credentials the one user, by SCRAM-SHA-256 against `admin`; without them the store is open.
 * @param options.logLimits sizes of the write-ahead log; see LogLimits.
 * @param options.port 0 (default) chooses a free port.
 * @throws FolderInUse when another engine uses the folder; Error when NODE_ENV is production.
 */
export async function startDocstore(
  options: {
    dataDir: string
    port?: number
  } & EngineOptions,
): Promise<Docstore> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('docstore is for one machine and refuses to run with NODE_ENV=production')
  const engine = new Engine(options.dataDir, options)
  try {
    const server = await listen(options.port ?? 0, engine)
    engine.port = server.port
    const close = async () => {
      await server.close()
      engine.close()
    }
    return {
      uri: `mongodb://127.0.0.1:${server.port}/?replicaSet=${SET_NAME}`,
      port: server.port,
      close,
      expire: (nowMs) => engine.sweep(nowMs),
    }
  } catch (error) {
    engine.close()
    throw error
  }
}
