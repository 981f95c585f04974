import { MOST_PER_PURCHASE, type PurchaseCost } from '@hissa/testing-helpers'
import { compareHigher, compareLower, figure, percentile, report, type Metric } from '@hissa/testing-helpers/bench'
import {
  createJourney,
  newPerson,
  openLive,
  poll,
  type Journey,
  type LiveChannel,
  type Session,
} from '@hissa/testing-driver'
import { root, startHissa, type Hissa } from '@hissa/testing-driver/product'
import autocannon from 'autocannon'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBenchEngines, type BenchEngines } from './engines.js'
import { base, cloneOf, commitOf, environmentOf, FIRST_START_WITHIN_MS, forgetNpm } from './trees.js'

const BUYERS = Number(process.env['BENCH_BUYERS'] ?? 20)
const BUYS_PER_BUYER = 3
const BUY_ROUNDS = 3
const ALONE_BUYS = 5
const IDLE_MS = 10_000
const LIST_ROUNDS = 5
const LIST_SECONDS = 3
const LIST_PATH = '/api/properties?limit=10&status=active'
const OWN_PATH = '/api/orders'
const OWN_ORDERS = 10

interface Buyer {
  session: Session
  live: LiveChannel
}

/** A running platform, its buyers, and the measurements of each round. */
interface Platform {
  name: string
  hissa: Hissa
  engines: BenchEngines
  journey: Journey
  propertyId: string
  buyers: Buyer[]
  /** The cost of a purchase. Undefined without `mongod` on PATH, because only a real server counts operations. */
  cost?: { alone: PurchaseCost; together: PurchaseCost }
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
  for (let round = 0; round < BUY_ROUNDS; round += 1) {
    for (const platform of platforms) {
      await untilIdle()
      await measureBuys(platform)
    }
  }
  for (const platform of platforms) await countCosts(platform)
  const bare = await measureLists()
  const bareOwn = await measureOwn()
  report(root, 'journey', storeOf(platforms[0]!.hissa), [...figures(bare), ownFigure(bareOwn)])
} finally {
  for (const { hissa, engines, buyers } of platforms) {
    for (const { live } of buyers) live.close()
    await hissa.stop()
    await engines.stop()
  }
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
      ? compareHigher('journey.buys', pairs(now.buysPerSecond, before.buysPerSecond), { ...buys, peer: before.name })
      : figure('journey.buys', now.buysPerSecond, buys.unit, buys.goal),
    before
      ? compareLower('journey.p99Ms', pairs(now.buyP99Ms, before.buyP99Ms), {
          unit: 'ms',
          peer: before.name,
          goal: '<= 1500',
        })
      : figure('journey.p99Ms', now.buyP99Ms, 'ms', '<= 1500'),
    ...costFigures(now, before),
    compareHigher('journey.list', pairs(now.list, before?.list ?? bare), list),
    compareHigher('journey.listMiss', pairs(now.listMiss, before?.listMiss ?? bare), {
      ...list,
      goal: before ? '>= 1' : '>= 0.1',
    }),
  ]
}

/**
 * Returns the mean number of operations per purchase with all buyers at once. Store operations are also counted with
 * one buyer alone.
 */
function costFigures({ cost }: Platform, before: Platform | undefined): Metric[] {
  if (!cost) return []
  const of = (id: string, name: keyof PurchaseCost, kind: 'alone' | 'together') => {
    const goal = `<= ${MOST_PER_PURCHASE[kind][name]}`
    const peers = before?.cost?.[kind][name]
    if (peers === undefined) return figure(id, [cost[kind][name]], 'per purchase', goal)
    return compareLower(id, [{ ours: cost[kind][name], peers }], { unit: 'per purchase', peer: before!.name, goal })
  }
  return [
    of('journey.storeOps', 'storeOps', 'together'),
    of('journey.storeOpsAlone', 'storeOps', 'alone'),
    of('journey.transactions', 'transactions', 'together'),
    of('journey.busMessages', 'busMessages', 'together'),
  ]
}

async function startPlatform(name: string, dir: string): Promise<Platform> {
  console.log(`${name}: starting`)
  const engines = await startBenchEngines()
  const hissa = await startHissa({
    env: {
      ...{ RATE_LIMIT_READS_PER_MINUTE: '100000000', RATE_LIMIT_WRITES_PER_MINUTE: '100000', LOG_LEVEL: 'error' },
      ...{ SOCKETS_PER_ADDRESS: '1000', ...engines.env },
      ...(dir === root ? {} : environmentOf(dir)),
    },
    cwd: dir,
    readyWithinMs: FIRST_START_WITHIN_MS,
  }).catch(async (error: unknown) => {
    await engines.stop()
    throw error
  })
  const journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
  const rounds = { buysPerSecond: [], buyP99Ms: [], list: [], listMiss: [], readOwn: [] }
  return { name, hissa, engines, journey, propertyId: '', buyers: [], ...rounds }
}

async function signUpBuyers(platform: Platform): Promise<void> {
  const { name, hissa, journey, buyers } = platform
  const properties = await journey.properties('status=active&sort=price_high&limit=10')
  const [largest] = properties.sort((a, b) => b.offering.unitsAvailable - a.offering.unitsAvailable)
  if (!largest) throw new Error(`${name}: no property can be bought`)
  const { propertyId } = largest
  platform.propertyId = propertyId
  console.log(`${name}: ${BUYERS} buyers sign up, confirm and pass KYC`)
  for (let index = 0; index < BUYERS; index += 1) {
    const { session } = await journey.becomeInvestor(newPerson())
    await journey.meetRequirements(session, propertyId)
    buyers.push({ session, live: await openLive(hissa.url, session.idToken) })
  }
}

function storeOf({ output }: Hissa): string {
  return /docstore/.test(output()) ? 'docstore' : 'MongoDB'
}

/** Measures purchases in a closed loop: each buyer orders, pays on the hosted page, waits for `paid`, and repeats. */
async function measureBuys(platform: Platform): Promise<void> {
  const startedAt = performance.now()
  const tookMs = await buyTogether(platform)
  const perSecond = tookMs.length / ((performance.now() - startedAt) / 1000)
  platform.buysPerSecond.push(perSecond)
  platform.buyP99Ms.push(percentile(tookMs, 99))
  console.log(
    `${platform.name}: buys, round ${platform.buysPerSecond.length} of ${BUY_ROUNDS}: ${perSecond.toFixed(1)}/s`,
  )
}

/**
 * Waits until the processors are mostly idle, at most 30 seconds: emails and projections of the last round would
 * otherwise be processed during the next, which measures the other platform.
 */
async function untilIdle(): Promise<void> {
  const ticks = () =>
    cpus().map(({ times }) => ({ idle: times.idle, all: Object.values(times).reduce((a, b) => a + b) }))
  for (let second = 0; second < 30; second += 1) {
    const before = ticks()
    await sleep(1_000)
    const shares = ticks().map(({ idle, all }, n) => (idle - before[n]!.idle) / (all - before[n]!.all))
    if (shares.every((share) => share > 0.8)) return
  }
  console.log('the processors are still busy')
}

/** Returns the duration of each purchase, in milliseconds. */
async function buyTogether(platform: Platform): Promise<number[]> {
  const tookMs: number[] = []
  await Promise.all(
    platform.buyers.map(async (buyer) => {
      for (let buy = 0; buy < BUYS_PER_BUYER; buy += 1) tookMs.push(await buyOnce(platform, buyer))
    }),
  )
  return tookMs
}

/**
 * Buys once. Returns the milliseconds from placing the order until the buyer learns that it is paid: from the live
 * channel, as in the web client, or by reading the order if no event arrives.
 */
async function buyOnce({ journey, propertyId }: Platform, { session, live }: Buyer): Promise<number> {
  const clickedAt = performance.now()
  const { url, orderId } = await journey.checkout(session, { propertyId, amount: 2_000 })
  const isPaid = live.next(({ type, data }) => type === 'investment.order.paid.v1' && data['orderId'] === orderId)
  isPaid.catch(() => undefined) // awaited below, after a step that may fail first
  const paid = await journey.payByCard(url)
  if (paid.outcome !== 'paid') throw new Error(`the card was declined: ${paid.message}`)
  await isPaid.catch(() => journey.waitForOrder(session, orderId, 'paid'))
  return performance.now() - clickedAt
}

/** Counts the operations of a purchase, with one buyer alone and with all at once. Needs a real MongoDB server. */
async function countCosts(platform: Platform): Promise<void> {
  const counter = await platform.engines.openCounter?.()
  if (!counter) return console.log(`${platform.name}: the cost of a purchase is not counted without mongod on PATH`)
  try {
    await counter.measureIdle(IDLE_MS)
    const alone = await counter.perPurchase(async () => {
      for (let buy = 0; buy < ALONE_BUYS; buy += 1) await buyOnce(platform, platform.buyers[0]!)
      return ALONE_BUYS
    })
    const together = await counter.perPurchase(async () => (await buyTogether(platform)).length)
    platform.cost = { alone, together }
  } finally {
    await counter.close()
  }
}

/**
 * Measures the list from the cache and without it on every platform, alternating with a bare server in a separate
 * process that returns the same bytes. Returns the rates of the bare server.
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
 * Measures an investor's own ten orders on every platform, alternating with a bare server that returns the same bytes.
 * Returns the rates of the bare server.
 */
async function measureOwn(): Promise<number[]> {
  const readers: { platform: Platform; url: string; headers: Record<string, string> }[] = []
  for (const platform of platforms) {
    const url = `${platform.hissa.url}${OWN_PATH}`
    const headers = await placeOrders(platform).catch((error: unknown) => {
      // An earlier commit may have different rules, so only a failure in this folder is an error.
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

/** Creates an investor with ten paid orders, each for a different property; returns the header with the token. */
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

/** Compares reads of an investor’s own orders with those of the base, or with the bare server. */
function ownFigure(bare: number[]) {
  const [now, before] = platforms as [Platform, Platform | undefined]
  const isCompared = before !== undefined && before.readOwn.length > 0
  const peers = isCompared ? before.readOwn : bare
  return compareHigher(
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
    throw new Error(`${url}: ${result.non2xx} non-2xx responses, ${result.errors} errors`)
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
