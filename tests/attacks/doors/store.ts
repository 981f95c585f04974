import { median } from '@hissa/testing-helpers/bench'
import { startDocstore } from '@hissa/testing-engines/start'
import { root } from '@hissa/testing-driver/product'
import { mongo } from 'mongoose'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Metrics } from '../support/metrics.js'

const DOCUMENTS = 200_000
const BATCH = 10_000
const GROUPS = 500
const READS_ALONE = 200

interface Item {
  _id: number
  city: string
  amount: number
}

/** Measures how long a `$group` of 200,000 documents delays a point read of the embedded store. */
export async function verifyStore(metrics: Metrics): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'hissa-verify-'))
  const store = await startDocstore({ dir, port: 0, command: [join(root, 'local/docstore/dist/main.js')] })
  const client = new mongo.MongoClient(store.uri)
  try {
    await client.connect()
    const items = client.db('verify').collection<Item>('items')
    await fill(items)
    const alone: number[] = []
    for (let read = 0; read < READS_ALONE; read += 1) alone.push(await readMs(items, read))
    const { slowestMs, groupMs } = await readDuringGroup(items)
    console.log(`     $group over ${DOCUMENTS} documents took ${Math.round(groupMs)} ms`)
    metrics.add({ id: 'store.groupDelay', value: slowestMs - median(alone), unit: 'ms', limit: 50 })
  } finally {
    await client.close()
    await store.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

async function fill(items: mongo.Collection<Item>): Promise<void> {
  for (let first = 0; first < DOCUMENTS; first += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, index) => itemOf(first + index))
    await items.insertMany(batch, { ordered: false })
  }
}

const itemOf = (_id: number): Item => ({ _id, city: `city ${_id % GROUPS}`, amount: _id })

async function readMs(items: mongo.Collection<Item>, index: number): Promise<number> {
  const startedAt = performance.now()
  await items.findOne({ _id: (index * 7_919) % DOCUMENTS })
  return performance.now() - startedAt
}

async function readDuringGroup(items: mongo.Collection<Item>): Promise<{ slowestMs: number; groupMs: number }> {
  const startedAt = performance.now()
  let groupMs: number | undefined
  const group = items
    .aggregate([{ $group: { _id: '$city', total: { $sum: '$amount' } } }])
    .toArray()
    .then(() => (groupMs = performance.now() - startedAt))
  let slowestMs = 0
  for (let read = 0; groupMs === undefined; read += 1) slowestMs = Math.max(slowestMs, await readMs(items, read))
  await group
  return { slowestMs, groupMs }
}
