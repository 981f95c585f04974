import { beside, figure, percentile, report } from '@hissa/testing-helpers/bench'
import { createJourney, newPerson, poll, type Journey, type Session } from '@hissa/testing-driver'
import { root, startHissa, type Hissa } from '@hissa/testing-driver/product'
import autocannon from 'autocannon'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const BUYERS = Number(process.env['BENCH_BUYERS'] ?? 20)
const BUYS_PER_BUYER = 3
const BUY_ROUNDS = 3
const LIST_ROUNDS = 5
const LIST_SECONDS = 3
const LIST_PATH = '/api/properties?limit=10&status=active'

const hissa = await startHissa({
  env: { RATE_LIMIT_READS_PER_MINUTE: '100000000', RATE_LIMIT_WRITES_PER_MINUTE: '100000', LOG_LEVEL: 'error' },
})
try {
  const journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
  const buys = await measureBuys(journey)
  const lists = await measureLists(hissa)
  report(root, 'journey', storeOf(hissa), [
    figure(
      'journey.buys',
      buys.map(({ perSecond }) => perSecond),
      '/s',
      'as fast as the store commits',
    ),
    figure(
      'journey.p99Ms',
      buys.map(({ p99Ms }) => p99Ms),
      'ms',
      '<= 1500',
    ),
    beside('journey.list', lists.hits, { unit: 'req/s', peer: 'bare fastify, same bytes', goal: '>= 0.3' }),
    beside('journey.listMiss', lists.misses, { unit: 'req/s', peer: 'bare fastify, same bytes', goal: 'reported' }),
  ])
} finally {
  await hissa.stop()
}

function storeOf({ output }: Hissa): string {
  return /docstore/.test(output()) ? 'docstore' : 'MongoDB'
}

interface BuyRound {
  perSecond: number
  /** From the click (the order call) to the order seen as paid. */
  p99Ms: number
}

/** A closed loop: each buyer orders, pays on the hosted page, waits until the order is paid, and repeats. */
async function measureBuys(journey: Journey): Promise<BuyRound[]> {
  const properties = await journey.properties('status=active&sort=price_high&limit=10')
  const propertyId = properties.sort((a, b) => b.offering.unitsAvailable - a.offering.unitsAvailable)[0]!.propertyId
  console.log(`${BUYERS} buyers sign up, confirm and pass KYC`)
  const sessions: Session[] = []
  for (let index = 0; index < BUYERS; index += 1) {
    const { session } = await journey.becomeInvestor(newPerson())
    await journey.acceptDisclosures(session, propertyId)
    sessions.push(session)
  }
  const rounds: BuyRound[] = []
  for (let round = 1; round <= BUY_ROUNDS; round += 1) {
    const tookMs: number[] = []
    const startedAt = performance.now()
    await Promise.all(
      sessions.map(async (session) => {
        for (let buy = 0; buy < BUYS_PER_BUYER; buy += 1) tookMs.push(await buyOnce(journey, session, propertyId))
      }),
    )
    rounds.push({ perSecond: tookMs.length / ((performance.now() - startedAt) / 1000), p99Ms: percentile(tookMs, 99) })
    console.log(`buys, round ${round} of ${BUY_ROUNDS}: ${rounds.at(-1)!.perSecond.toFixed(1)}/s`)
  }
  return rounds
}

async function buyOnce(journey: Journey, session: Session, propertyId: string): Promise<number> {
  const clickedAt = performance.now()
  const { url, orderId } = await journey.checkout(session, { propertyId, amount: 2_000 })
  const paid = await journey.payByCard(url)
  if (paid.outcome !== 'paid') throw new Error(`the card was refused: ${paid.message}`)
  await journey.waitForOrder(session, orderId, 'paid', { intervalMs: 10 })
  return performance.now() - clickedAt
}

/**
 * Measures the list from the cache and without it, alternating with a bare handler in a separate process that returns
 * the same bytes.
 */
async function measureLists({ url }: Hissa) {
  const body = Buffer.from(await (await fetch(`${url}${LIST_PATH}`)).arrayBuffer())
  const bare = await startBare(body)
  const hits: { ours: number; peers: number }[] = []
  const misses: { ours: number; peers: number }[] = []
  try {
    for (let round = 0; round < LIST_ROUNDS; round += 1) {
      hits.push({ ours: await rate(`${url}${LIST_PATH}`), peers: await rate(bare.url) })
      // Requests with a token are never served from the cache.
      misses.push({
        ours: await rate(`${url}${LIST_PATH}`, { authorization: 'Bearer none' }),
        peers: await rate(bare.url),
      })
    }
  } finally {
    bare.stop()
  }
  return { hits, misses }
}

async function rate(url: string, headers: Record<string, string> = {}): Promise<number> {
  const result = await autocannon({ url, headers, connections: 32, duration: LIST_SECONDS })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

async function startBare(body: Buffer): Promise<{ url: string; stop(): void }> {
  const source = `
    import fastify from 'fastify'
    const chunks = []
    for await (const chunk of process.stdin) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const app = fastify()
    app.get('/', (request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(body))
    await app.listen({ port: 0, host: '127.0.0.1' })
    console.log(app.server.address().port)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(body)
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const url = `http://127.0.0.1:${port.toString().trim()}/`
  await poll('the bare server', async () => ((await fetch(url)).ok ? true : undefined))
  return { url, stop: () => child.kill() }
}
