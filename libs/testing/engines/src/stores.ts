import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineMissing, onPath } from './find.js'
import { startGuarded } from './guarded.js'
import { freePort, waitForPort } from './ports.js'
import { engineOf, type Engine } from './servers.js'

const readyTimeoutMs = 60_000
const replicaSet = 'rs0'
const docstoreUser = 'hissa'
const mongodCacheGb = '0.25'

/** A store that speaks MongoDB's protocol. `uri` names no database. */
export interface Store extends Engine {
  uri: string
}

interface StoreOptions {
  /** Folder of its data and log; created if missing. */
  dir: string
  /** 0 selects a free one (docstore only). */
  port: number
}

/**
 * Settings of every MongoDB server here. A killed client's transaction keeps its document locks until this limit passes
 * and the server next checks for expired transactions. With the default of 60 s, that took 83 s.
 */
export const mongodSettings = ['--setParameter', 'transactionLifetimeLimitSeconds=20'] as const

/**
 * Starts the `mongod` on PATH as a single-member replica set and initiates it once.
 * @throws EngineMissing if `mongod` isn't on PATH; Error with its last lines of output if it doesn't start
 */
export async function startMongod({ dir, port }: StoreOptions): Promise<Store> {
  const command = await onPath('mongod')
  if (!command) throw new EngineMissing('MongoDB was not found: mongod is not on PATH.')
  const data = join(dir, 'db')
  await mkdir(data, { recursive: true, mode: 0o700 })
  const args = ['--replSet', replicaSet, '--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', data]
  const logFile = join(dir, 'mongod.log')
  const cache = ['--wiredTigerCacheSizeGB', mongodCacheGb]
  const guarded = startGuarded({ command, args: [...args, ...cache, ...mongodSettings], logFile })
  await waitForPort({ name: 'mongod', port, exited: guarded.exited, lastLines: guarded.lastLines }, readyTimeoutMs)
  await initiateReplicaSet(`mongodb://127.0.0.1:${port}/?directConnection=true`, `127.0.0.1:${port}`)
  const engine = engineOf('MongoDB', `MongoDB from PATH (${command})`, port, guarded)
  return { ...engine, uri: `mongodb://127.0.0.1:${port}/?replicaSet=${replicaSet}` }
}

interface HelloReply {
  isWritablePrimary?: boolean
  ismaster?: boolean
}

/**
 * Initiates the server behind `uri` as a single-member replica set with `member` (host:port), and waits until the
 * server is primary. A set that was initiated with another port is reconfigured.
 */
export async function initiateReplicaSet(uri: string, member: string): Promise<void> {
  const { mongo } = (await import('mongoose')).default // loaded only when a real server is started
  const client = new mongo.MongoClient(uri, { serverSelectionTimeoutMS: readyTimeoutMs })
  try {
    const admin = client.db('admin')
    const config = { _id: replicaSet, members: [{ _id: 0, host: member }] }
    await admin.command({ replSetInitiate: config }).catch(async (error: { codeName?: string }) => {
      if (error.codeName !== 'AlreadyInitialized') throw error
      const current = (await admin.command({ replSetGetConfig: 1 })) as { config: { version: number } }
      const next = { ...current.config, members: config.members, version: current.config.version + 1 }
      await admin.command({ replSetReconfig: next, force: true })
    })
    const deadline = performance.now() + readyTimeoutMs
    // Servers before 4.4.2 support only `isMaster`.
    while (!((await admin.command({ isMaster: 1 })) as HelloReply).ismaster) {
      if (performance.now() > deadline) throw new Error('the replica set has no primary')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    await client.close()
  }
}

/**
 * Starts docstore, which stops when its standard input closes.
 * @param options.command how to run it: Node's arguments up to and including its main file
 * @param options.password clients must sign in with it, and `uri` contains it; if omitted, no sign-in is needed
 * @throws Error with its last lines of output if it doesn't report ready
 */
export async function startDocstore(options: StoreOptions & { command: string[]; password?: string }): Promise<Store> {
  await mkdir(options.dir, { recursive: true, mode: 0o700 })
  const { password } = options
  const users = password === undefined ? [] : ['--users', await writeUser(options.dir, password)]
  const args = [...options.command, '--data', options.dir, '--port', String(options.port), '--guarded', ...users]
  let announce: (ready: { port: number; uri: string }) => void = () => undefined
  const announced = new Promise<{ port: number; uri: string }>((resolve) => {
    announce = resolve
  })
  const onLine = (line: string) => {
    if (line.startsWith('{"ready":true')) announce(JSON.parse(line) as { port: number; uri: string })
  }
  const logFile = join(options.dir, 'docstore.log')
  const guarded = startGuarded({ command: process.execPath, args, logFile, selfGuarded: true, onLine })
  const ended = guarded.exited.then((code) => {
    throw new Error(`docstore exited with code ${code}: ${guarded.lastLines()}`)
  })
  const ready = await Promise.race([announced, ended])
  ended.catch(() => undefined) // later exits are reported by `exited`
  return {
    ...engineOf('docstore', 'docstore, the embedded engine', ready.port, guarded),
    uri: withCredentials(ready.uri, password),
  }
}

/** Writes docstore's user to a file, because others can read a command line. */
async function writeUser(dir: string, password: string): Promise<string> {
  const file = join(dir, 'docstore.users')
  await writeFile(file, `${docstoreUser}:${password}\n`, { mode: 0o600 })
  return file
}

function withCredentials(uri: string, password: string | undefined): string {
  if (password === undefined) return uri
  const address = new URL(uri)
  address.username = docstoreUser
  address.password = password
  address.searchParams.set('authSource', 'admin')
  return address.href
}

/** The store of a test run. */
export interface TestStore {
  kind: 'MONGODB_URI' | 'mongod' | 'docstore'
  uri: string
  /** Describes it to a person. */
  description: string
  /** Stops what was started for the run. */
  stop(): Promise<void>
}

/**
 * Returns the store for tests: the server named by `MONGODB_URI` unless `TEST_STORE=docstore`, else `startOwnStore`.
 * docstore doesn't wait for the disk, because all tests share its one process, and nothing reads the data afterwards.
 */
export async function startTestStore(root: string, dir: string): Promise<TestStore> {
  const { MONGODB_URI: uri, TEST_STORE: requested } = process.env
  if (!uri || requested === 'docstore') return startOwnStore(root, dir, ['--throwaway'])
  return { kind: 'MONGODB_URI', uri, description: 'the store of MONGODB_URI', stop: () => Promise.resolve() }
}

/**
 * Starts a store for tests: `TEST_STORE=mongod|docstore`, else `mongod` if it is on PATH, else docstore.
 * @param docstoreArgs further arguments of docstore
 */
export async function startOwnStore(
  root: string,
  dir: string,
  docstoreArgs: string[] = [],
): Promise<Store & TestStore> {
  const requested = process.env['TEST_STORE']
  if (requested && requested !== 'mongod' && requested !== 'docstore')
    throw new Error('TEST_STORE must be mongod or docstore')
  const useMongod = requested ? requested === 'mongod' : (await onPath('mongod')) !== null
  if (useMongod) return { kind: 'mongod', ...(await startMongod({ dir, port: await freePort() })) }
  const main = join(root, 'local', 'docstore', 'dist', 'main.js')
  await access(main)
  return { kind: 'docstore', ...(await startDocstore({ dir, port: 0, command: [main, ...docstoreArgs] })) }
}
