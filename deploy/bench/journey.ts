import { beside, figure, percentile, report } from '@hissa/testing-helpers/bench'
import { createJourney, newPerson, poll, type Journey, type Session } from '@hissa/testing-driver'
import { root, startHissa, type Hissa } from '@hissa/testing-driver/product'
import autocannon from 'autocannon'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { base, cloneOf, commitOf, environmentOf, FIRST_START_WITHIN_MS, forgetNpm } from './trees.js'

const BUYERS = Number(process.env['BENCH_BUYERS'] ?? 20)
const BUYS_PER_BUYER = 3
const BUY_ROUNDS = 3
const LIST_ROUNDS = 5
const LIST_SECONDS = 3
const LIST_PATH = '/api/properties?limit=10&status=active'
const OWN_PATH = '/api/orders'
const OWN_ORDERS = 10

/** A running platform with its buyers, and what it has measured in each round. */
interface Platform {
  name: string
  hissa: Hissa
  journey: Journey
  propertyId: string
  sessions: Session[]
  buysPerSecond: number[]
  buyP99Ms: number[]
  list: number[]
  listMiss: number[]
  /** Empty for a base commit on which the orders could not be placed. */
  readOwn: number[]
}

forgetNpm()
const baseDir = base ? await cloneOf(commitOf(base)) : undefined
const platforms: Platform[] = []
try {
  platforms.push(await startPlatform('this folder', root))
  if (base && baseDir) platforms.push(await startPlatform(commitOf(base), baseDir))
  for (const platform of platforms) await signUpBuyers(platform)
  // Alternating, so that all run under the same load.
  for (let round = 0; round < BUY_ROUNDS; round += 1) for (const platform of platforms) await measureBuys(platform)
  const bare = await measureLists()
  const bareOwn = await measureOwn()
  report(root, 'journey', storeOf(platforms[0]!.hissa), [...figures(bare), ownFigure(bareOwn)])
} finally {
  for (const { hissa } of platforms) await hissa.stop()
  if (baseDir) await rm(baseDir, { recursive: true, force: true })
}

/** Compares the figures with those of the base; without a base, compares the lists with the bare server. */
function figures(bare: number[]) {
  const [now, before] = platforms as [Platform, Platform | undefined]
  const listPeer = before ? before.name : 'bare fastify, same bytes'
  const pairs = (ours: number[], peers: number[]) => ours.map((value, round) => ({ ours: value, peers: peers[round]! }))
  const buys = { unit: '/s', goal: 'as fast as the store commits' }
  const list = { unit: 'req/s', peer: listPeer, goal: before ? '>= 1' : '>= 0.3' }
  return [
    before
      ? beside('journey.buys', pairs(now.buysPerSecond, before.buysPerSecond), { ...buys, peer: before.name })
      : figure('journey.buys', now.buysPerSecond, buys.unit, buys.goal),
    figure('journey.p99Ms', now.buyP99Ms, 'ms', '<= 1500'),
    beside('journey.list', pairs(now.list, before?.list ?? bare), list),
    beside('journey.listMiss', pairs(now.listMiss, before?.listMiss ?? bare), {
      ...list,
      goal: before ? '>= 1' : '>= 0.1',
    }),
  ]
}

async function startPlatform(name: string, dir: string): Promise<Platform> {
  console.log(`${name}: starting`)
  const hissa = await startHissa({
    env: {
      ...{ RATE_LIMIT_READS_PER_MINUTE: '100000000', RATE_LIMIT_WRITES_PER_MINUTE: '100000', LOG_LEVEL: 'error' },
      ...(dir === root ? {} : environmentOf(dir)),
    },
    cwd: dir,
    readyWithinMs: FIRST_START_WITHIN_MS,
  })
  const journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
  const properties = await journey.properties('status=active&sort=price_high&limit=10')
  const { propertyId } = properties.sort((a, b) => b.offering.unitsAvailable - a.offering.unitsAvailable)[0]!
  return {
    name,
    hissa,
    journey,
    propertyId,
    sessions: [],
    buysPerSecond: [],
    buyP99Ms: [],
    list: [],
    listMiss: [],
    readOwn: [],
  }
}

async function signUpBuyers({ name, journey, propertyId, sessions }: Platform): Promise<void> {
  console.log(`${name}: ${BUYERS} buyers sign up, confirm and pass KYC`)
  for (let index = 0; index < BUYERS; index += 1) {
    const { session } = await journey.becomeInvestor(newPerson())
    await journey.acceptDisclosures(session, propertyId)
    sessions.push(session)
  }
}

function storeOf({ output }: Hissa): string {
  return /docstore/.test(output()) ? 'docstore' : 'MongoDB'
}

/** A closed loop: each buyer orders, pays on the hosted page, waits until the order is paid, and repeats. */
async function measureBuys(platform: Platform): Promise<void> {
  const tookMs: number[] = []
  const startedAt = performance.now()
  await Promise.all(
    platform.sessions.map(async (session) => {
      for (let buy = 0; buy < BUYS_PER_BUYER; buy += 1) tookMs.push(await buyOnce(platform, session))
    }),
  )
  const perSecond = tookMs.length / ((performance.now() - startedAt) / 1000)
  platform.buysPerSecond.push(perSecond)
  platform.buyP99Ms.push(percentile(tookMs, 99))
  console.log(
    `${platform.name}: buys, round ${platform.buysPerSecond.length} of ${BUY_ROUNDS}: ${perSecond.toFixed(1)}/s`,
  )
}

/** Buys once; returns the milliseconds from the order call until the order is seen as paid. */
async function buyOnce({ journey, propertyId }: Platform, session: Session): Promise<number> {
  const clickedAt = performance.now()
  const { url, orderId } = await journey.checkout(session, { propertyId, amount: 2_000 })
  const paid = await journey.payByCard(url)
  if (paid.outcome !== 'paid') throw new Error(`the card was refused: ${paid.message}`)
  await journey.waitForOrder(session, orderId, 'paid', { intervalMs: 10 })
  return performance.now() - clickedAt
}

/**
 * Measures the list from the cache and without it on every platform, alternating with a bare handler in a separate
 * process that returns the same bytes. Returns the rates of the bare handler.
 */
async function measureLists(): Promise<number[]> {
  const [{ hissa }] = platforms as [Platform]
  const bare = await startBare(Buffer.from(await (await fetch(`${hissa.url}${LIST_PATH}`)).arrayBuffer()))
  const rates: number[] = []
  try {
    for (let round = 0; round < LIST_ROUNDS; round += 1) {
      for (const { hissa, list } of platforms) list.push(await rate(`${hissa.url}${LIST_PATH}`))
      rates.push(await rate(bare.url))
      // Requests with a token are never served from the cache.
      const headers = { authorization: 'Bearer none' }
      for (const { hissa, listMiss } of platforms) listMiss.push(await rate(`${hissa.url}${LIST_PATH}`, headers))
    }
  } finally {
    bare.stop()
  }
  return rates
}

/**
 * Measures an investor's own ten orders on every platform, alternating with a bare handler that returns the same bytes.
 * Returns the rates of the bare handler.
 */
async function measureOwn(): Promise<number[]> {
  const readers: { platform: Platform; url: string; headers: Record<string, string> }[] = []
  for (const platform of platforms) {
    const url = `${platform.hissa.url}${OWN_PATH}`
    const headers = await placeOrders(platform).catch((error: unknown) => {
      // An earlier commit may have other rules; what this folder can't do is an error.
      if (platform === platforms[0]) throw error
      console.log(`${platform.name}: no orders to read: ${String(error)}`)
    })
    if (headers) readers.push({ platform, url, headers })
  }
  const [{ url, headers }] = readers as [(typeof readers)[number]]
  const bare = await startBare(Buffer.from(await (await fetch(url, { headers })).arrayBuffer()))
  const rates: number[] = []
  try {
    for (let round = 0; round < LIST_ROUNDS; round += 1) {
      for (const { platform, url, headers } of readers) platform.readOwn.push(await rate(url, headers))
      rates.push(await rate(bare.url, headers))
    }
  } finally {
    bare.stop()
  }
  return rates
}

/** Creates an investor with ten paid orders, each of another property; returns the header with the token. */
async function placeOrders({ name, journey, hissa }: Platform): Promise<Record<string, string>> {
  console.log(`${name}: an investor places ${OWN_ORDERS} orders`)
  const { session } = await journey.becomeInvestor(newPerson())
  for (const { propertyId } of await journey.properties(`status=active&sort=price_high&limit=${OWN_ORDERS}`)) {
    await journey.buy(session, { propertyId, amount: 2_000 })
  }
  const headers = { authorization: `Bearer ${session.idToken}` }
  const { count } = (await (await fetch(`${hissa.url}${OWN_PATH}`, { headers })).json()) as { count?: number }
  if (count !== OWN_ORDERS) throw new Error(`${String(count)} orders instead of ${OWN_ORDERS}`)
  return headers
}

/** Compares reads of own orders with those of the base, or with the bare server. */
function ownFigure(bare: number[]) {
  const [now, before] = platforms as [Platform, Platform | undefined]
  const isCompared = before !== undefined && before.readOwn.length > 0
  const peers = isCompared ? before.readOwn : bare
  return beside(
    'journey.readOwn',
    now.readOwn.map((ours, round) => ({ ours, peers: peers[round]! })),
    {
      unit: 'req/s',
      peer: isCompared ? before.name : 'bare fastify, same bytes',
      goal: isCompared ? '>= 1' : '>= 0.1',
    },
  )
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
