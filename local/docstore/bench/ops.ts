// `npm run bench docstore`: single operations, 1 and 32 at once, compared with a real server in the same rounds:
// MONGODB_URI (its database `docstore_bench` is dropped), else the mongod on PATH, else none. Both run as separate
// processes and acknowledge only durable writes: mongod by majority writes, docstore always.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareHigher, figure, type Metric, report } from '@hissa/testing-helpers/bench'
import { freePort, onPath, startDocstore, startMongod, type Store } from '@hissa/testing-engines/start'
import { type Collection, MongoClient } from 'mongodb'

const ROUNDS = 5
const MS_PER_MEASURE = 400
const MS_TO_WARM_UP = 1_000
const AT_ONCE = [1, 32]
const KNOWN = 10_000
const GOAL = 'ratio >= 0.5'
const root = new URL('../../..', import.meta.url).pathname

interface Item {
  _id: number
  email: string
  n: number
  text: string
}

const text = 'x'.repeat(150)
const item = (_id: number): Item => ({ _id, email: `user${_id}@bench.test`, n: 0, text })

type Operation = (i: number) => Promise<unknown>

/** A server filled with the items. */
interface Target {
  client: MongoClient
  operations: Record<string, Operation>
}

function operationsOf(client: MongoClient, items: Collection<Item>): Record<string, Operation> {
  let id = KNOWN
  return {
    insert: () => items.insertOne(item(id++)),
    findById: (i) => items.findOne({ _id: i % KNOWN }),
    findByIndex: (i) => items.findOne({ email: `user${i % KNOWN}@bench.test` }),
    update: (i) => items.updateOne({ _id: i % KNOWN }, { $inc: { n: 1 } }),
    transaction: (i) =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          await items.updateOne({ _id: i % KNOWN }, { $inc: { n: 1 } }, { session })
          await items.insertMany([item(id++), item(id++)], { session })
        }),
      ),
  }
}

async function open(uri: string): Promise<Target> {
  const client = await MongoClient.connect(uri, { maxPoolSize: 32, writeConcern: { w: 'majority' } })
  const db = client.db('docstore_bench')
  await db.dropDatabase()
  const items = db.collection<Item>('items')
  await items.createIndexes([{ key: { email: 1 }, unique: true }, { key: { n: 1 } }])
  await items.insertMany(Array.from({ length: KNOWN }, (_, i) => item(i)))
  return { client, operations: operationsOf(client, items) }
}

/** Calls per second at this concurrency. */
async function perSecond(target: Target, name: string, atOnce: number, durationMs = MS_PER_MEASURE): Promise<number> {
  const call = target.operations[name]!
  const began = performance.now()
  let calls = 0
  const caller = async () => {
    while (performance.now() - began < durationMs) await call(calls++)
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return (calls * 1_000) / (performance.now() - began)
}

/** Warms up connections, caches and compiled code before anything is measured. */
async function warmUp(target: Target): Promise<void> {
  for (const name of Object.keys(target.operations)) await perSecond(target, name, 32, MS_TO_WARM_UP)
}

async function measure(ours: Target, peer: Target | null): Promise<Metric[]> {
  for (const target of [ours, peer]) if (target) await warmUp(target)
  const metrics: Metric[] = []
  for (const name of Object.keys(ours.operations)) {
    for (const atOnce of AT_ONCE) {
      const rounds = []
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push({
          ours: await perSecond(ours, name, atOnce),
          peers: peer ? await perSecond(peer, name, atOnce) : 0,
        })
      }
      const id = `docstore.${name}.${atOnce}`
      if (peer) metrics.push(compareHigher(id, rounds, { unit: 'ops/s', peer: 'mongod', goal: GOAL }))
      else
        metrics.push(
          figure(
            id,
            rounds.map((round) => round.ours),
            'ops/s',
            GOAL,
          ),
        )
    }
  }
  return metrics
}

async function startPeer(dir: string): Promise<Store | null> {
  return (await onPath('mongod')) ? startMongod({ dir, port: await freePort() }) : null
}

const dir = await mkdtemp(join(tmpdir(), 'hissa-bench-docstore-'))
const command = [join(root, 'local/docstore/dist/main.js')]
const store = await startDocstore({ dir: join(dir, 'docstore'), port: 0, command })
const given = process.env.MONGODB_URI
const real = given ? null : await startPeer(join(dir, 'mongod'))
const peerUri = given ?? real?.uri
const ours = await open(store.uri)
const peer = peerUri ? await open(peerUri) : null
try {
  console.log(`load before: ${loadavg()[0]?.toFixed(1)}`)
  report(root, 'docstore', store.description, await measure(ours, peer))
  console.log(`load after: ${loadavg()[0]?.toFixed(1)}`)
} finally {
  if (given) await peer?.client.db('docstore_bench').dropDatabase()
  await ours.client.close()
  await peer?.client.close()
  await store.stop()
  await real?.stop()
  await rm(dir, { recursive: true, force: true })
}
