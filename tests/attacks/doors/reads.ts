import type { Hissa } from '@hissa/testing-driver/product'
import { randomBytes } from 'node:crypto'
import type { Metrics } from '../support/metrics.js'
import { memoryOf } from '../support/memory.js'

const GETS = 500
const AT_ONCE = 20
const PROBES = 20
/** Typical pages; filters differ, so that most of them are not in the cache. */
const ORDINARY = (index: number) =>
  [`/properties?minPrice=${index}`, `/ar/properties?beds=2&maxPrice=${index}`, '/', '/signin', '/api/home'][index % 5]!

/** Measures the gateway's memory after 500 hostile reads, and whether it still responds. */
export async function verifyReads(metrics: Metrics, hissa: Hissa): Promise<void> {
  const pid = hissa.run().pids['gateway']!
  // As many ordinary reads first, so that one-time allocations do not count as growth.
  await inTurn(GETS, (index) => fetch(`${hissa.url}${ORDINARY(index)}`))
  const before = memoryOf(pid).nowMb
  const during = probe(hissa.url)
  await inTurn(GETS, (index) => fetch(`${hissa.url}${hostilePath(index)}`, { headers: hostileHeaders(index) }))
  console.log(`     /healthz took ${Math.round(await during.stop())} ms at most meanwhile`)
  const after = probe(hissa.url)
  metrics.add({ id: 'reads.growth', value: Math.max(0, memoryOf(pid).nowMb - before), unit: 'MB', limit: 50 })
  metrics.add({ id: 'reads.healthz', value: await after.stop(), unit: 'ms', limit: 200 })
}

const word = (bytes: number) => randomBytes(bytes).toString('hex')

function hostilePath(index: number): string {
  const paths = [
    `/properties?${word(20)}=${word(900)}`,
    `/api/properties?q=${word(50)}&${word(10)}=${word(400)}`,
    `/${word(900)}`,
    `/properties/${word(100)}?amount=${index}`,
    `/${word(1)}/properties?city=${word(300)}`,
    `/api/properties/${word(30)}?x=${word(300)}`,
    `/properties?q=${word(5_000)}`,
    `/signin?next=/${word(800)}`,
    `/%zz${word(10)}`,
    `/api/disclosures?locale=${word(4)}`,
  ]
  return paths[index % paths.length]!
}

function hostileHeaders(index: number): Record<string, string> {
  return {
    'accept-language': index % 2 ? `${word(200)};q=0.9, *` : word(4),
    cookie: `theme=${word(20)}; lang=${word(20)}; ${word(8)}=${word(500)}`,
    'x-filler': word(index % 5 === 0 ? 10_000 : 3_000),
  }
}

/** Runs these requests, several at a time, and reads the complete responses. */
async function inTurn(count: number, request: (index: number) => Promise<Response>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await (await request(index)).arrayBuffer()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Requests `/healthz` repeatedly, at least this many times; `stop` returns the slowest response. */
function probe(url: string) {
  let stopped = false
  let slowestMs = 0
  const ask = async () => {
    const startedAt = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  }
  const running = (async () => {
    for (let asked = 0; asked < PROBES || !stopped; asked += 1) await ask()
  })()
  return {
    stop: async () => {
      stopped = true
      await running
      return slowestMs
    },
  }
}
