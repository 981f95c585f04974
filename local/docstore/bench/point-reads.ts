// How long a point read takes while an aggregation over a whole collection runs, on docstore in a separate process:
// node --conditions=source --import @swc-node/register/esm-register local/docstore/bench/point-reads.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDocstore } from '@hissa/testing-engines/start'
import { type Collection, MongoClient } from 'mongodb'

const root = new URL('../../..', import.meta.url).pathname
const INSERT_BATCH = 5_000
const LONG_READS: Record<string, object[]> = {
  group: [{ $group: { _id: '$kind', n: { $sum: 1 }, total: { $sum: '$n' } } }],
  sort: [{ $sort: { text: 1, n: -1 } }, { $limit: 1 }],
}

interface Item {
  _id: number
  kind: number
  n: number
  text: string
}

/** Latencies of point reads beside one long read, in milliseconds. */
export interface PointReads {
  name: string
  documents: number
  longMs: number
  reads: number
  slowestMs: number
  medianMs: number
}

/**
 * Starts docstore in a temporary folder, fills a collection and reads single documents in sequence during each long
 * read (`group`, `sort`) and without one (`idle`). Removes the folder afterwards.
 * @param documents size of the collection
 */
export async function measurePointReads(documents = 200_000): Promise<PointReads[]> {
  const dir = await mkdtemp(join(tmpdir(), 'hissa-point-reads-'))
  const store = await startDocstore({ dir, port: 0, command: [join(root, 'local/docstore/dist/main.js')] })
  const clients = await Promise.all([MongoClient.connect(store.uri), MongoClient.connect(store.uri)])
  const [long, short] = clients.map((client) => client.db('bench').collection<Item>('items')) as [Items, Items]
  try {
    await fill(long, documents)
    const idle = await measureBeside(
      'idle',
      documents,
      short,
      () => new Promise((resolve) => setTimeout(resolve, 1_000)),
    )
    const measured = [idle]
    for (const [name, pipeline] of Object.entries(LONG_READS))
      measured.push(await measureBeside(name, documents, short, () => long.aggregate(pipeline).toArray()))
    return measured
  } finally {
    await Promise.all(clients.map((client) => client.close()))
    await store.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

type Items = Collection<Item>

async function fill(items: Items, documents: number): Promise<void> {
  for (let first = 0; first < documents; first += INSERT_BATCH) {
    const count = Math.min(INSERT_BATCH, documents - first)
    const text = (i: number) => `${(i * 7919) % documents}`.padEnd(150, 'x')
    const batch = Array.from({ length: count }, (_, i) => first + i)
    await items.insertMany(batch.map((i) => ({ _id: i, kind: i % 500, n: i, text: text(i) })))
  }
}

async function measureBeside(
  name: string,
  documents: number,
  items: Items,
  run: () => Promise<unknown>,
): Promise<PointReads> {
  const took: number[] = []
  let running = true
  const began = performance.now()
  const long = run().finally(() => (running = false))
  while (running) {
    const at = performance.now()
    await items.findOne({ _id: (took.length * 7919) % documents })
    took.push(performance.now() - at)
  }
  await long
  const longMs = performance.now() - began
  const sorted = took.sort((a, b) => a - b)
  const round = (ms = 0) => Math.round(ms * 10) / 10
  return {
    name,
    documents,
    longMs: round(longMs),
    reads: took.length,
    slowestMs: round(sorted.at(-1)),
    medianMs: round(sorted[Math.floor(sorted.length / 2)]),
  }
}

if (process.argv[1] === import.meta.filename) console.table(await measurePointReads())
