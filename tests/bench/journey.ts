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
import type { CostCounter } from './purchase-cost.js'
import { base, cloneOf, commitOf, environmentOf, FIRST_START_WITHIN_MS, clearNpmVariables } from './trees.js'

const BUYERS = Number(process.env['BENCH_BUYERS'] ?? 20)
const PURCHASES_PER_BUYER = 3
const PURCHASE_ROUNDS = 3
const SEQUENTIAL_PURCHASES = 5
const IDLE_MS = 10_000
const LIST_ROUNDS = 5
const LIST_SECONDS = 3
const LIST_PATH = '/api/properties?limit=10&status=active'
const OWN_ORDERS_PATH = '/api/orders'
const OWN_ORDERS = 10

interface Buyer {
  session: Session
  live: LiveChannel
}

/** Which purchases are counted, as in `MOST_PER_PURCHASE`. */
type CostKind = 'first' | 'sequential' | 'concurrent'

/** A running platform, its buyers, and the measurements of each round. */
interface Platform {
  name: string
  hissa: Hissa
  engines: BenchEngines
  journey: Journey
  propertyId: string
  buyers: Buyer[]
  counter: CostCounter
  /** The cost of a purchase, once it is counted. */
  cost: Partial<Record<CostKind, PurchaseCost>>
  purchasesPerSecond: number[]
  purchaseP99Ms: number[]
  listsPerSecond: number[]
  uncachedListsPerSecond: number[]
  /** Empty for a base commit on which the orders could not be placed. */
  ownOrderReadsPerSecond: number[]
}

clearNpmVariables()
const baseDir = base ? await cloneOf(commitOf(base)) : undefined
const platforms: Platform[] = []
try {
  platforms.push(await startPlatform('this folder', root))
  if (base && baseDir) platforms.push(await startPlatform(commitOf(base), baseDir))
  for (const platform of platforms) await signUpBuyers(platform)
  for (const platform of platforms) await countFirstPurchases(platform)
  // Platforms alternate, so that all are measured under the same conditions.
  for (let round = 0; round < PURCHASE_ROUNDS; round += 1) {
    for (const platform of platforms) {
      await untilIdle()
      await measurePurchases(platform)
    }
  }
  for (const platform of platforms) await countCosts(platform)
  const bareListsPerSecond = await measureLists()
  const bareReadsPerSecond = await measureOwnOrders()
  report(root, 'journey', platforms[0]!.engines.description, [
    ...figures(bareListsPerSecond),
    ownOrdersFigure(bareReadsPerSecond),
  ])
} finally {
  for (const { hissa, engines, buyers, counter } of platforms) {
    for (const { live } of buyers) live.close()
    await counter.close()
    await hissa.stop()
    await engines.stop()
  }
  if (baseDir) await rm(baseDir, { recursive: true, force: true })
}

/** Compares the figures with those of the base; without a base, compares the lists with the bare server. */
function figures(bareListsPerSecond: number[]) {
  const [now, baseline] = platforms as [Platform, Platform | undefined]
  const listPeer = baseline ? baseline.name : 'bare fastify, same bytes'
  const pairs = (ours: number[], peers: number[]) => ours.map((value, round) => ({ ours: value, peers: peers[round]! }))
  const purchases = { unit: '/s', goal: 'none: limited by the commits of the store' }
  const list = { unit: 'req/s', peer: listPeer, goal: baseline ? '>= 1' : '>= 0.3' }
  return [
    baseline
      ? compareHigher('journey.buys', pairs(now.purchasesPerSecond, baseline.purchasesPerSecond), {
          ...purchases,
          peer: baseline.name,
        })
      : figure('journey.buys', now.purchasesPerSecond, purchases.unit, purchases.goal),
    baseline
      ? compareLower('journey.p99Ms', pairs(now.purchaseP99Ms, baseline.purchaseP99Ms), {
          unit: 'ms',
          peer: baseline.name,
          goal: '<= 1500',
        })
      : figure('journey.p99Ms', now.purchaseP99Ms, 'ms', '<= 1500'),
    ...costFigures(now, baseline),
    compareHigher('journey.list', pairs(now.listsPerSecond, baseline?.listsPerSecond ?? bareListsPerSecond), list),
    compareHigher(
      'journey.listMiss',
      pairs(now.uncachedListsPerSecond, baseline?.uncachedListsPerSecond ?? bareListsPerSecond),
      {
        ...list,
        goal: baseline ? '>= 1' : '>= 0.1',
      },
    ),
  ]
}

/**
 * Returns the mean number of operations per purchase with all buyers at once. Store operations are also counted for
 * first purchases, and with one buyer alone.
 */
function costFigures({ cost }: Platform, baseline: Platform | undefined): Metric[] {
  const of = (id: string, name: keyof PurchaseCost, kind: CostKind) => {
    const goal = `<= ${MOST_PER_PURCHASE[kind][name]}`
    const [ours, peers] = [cost[kind]![name], baseline?.cost[kind]?.[name]]
    if (peers === undefined) return figure(id, [ours], 'per purchase', goal)
    return compareLower(id, [{ ours, peers }], { unit: 'per purchase', peer: baseline!.name, goal })
  }
  return [
    of('journey.storeOps', 'storeOps', 'concurrent'),
    of('journey.storeOpsFirst', 'storeOps', 'first'),
    of('journey.storeOpsAlone', 'storeOps', 'sequential'),
    of('journey.transactions', 'transactions', 'concurrent'),
    of('journey.busMessages', 'busMessages', 'concurrent'),
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
  const rounds = {
    purchasesPerSecond: [],
    purchaseP99Ms: [],
    listsPerSecond: [],
    uncachedListsPerSecond: [],
    ownOrderReadsPerSecond: [],
  }
  const counter = await engines.openCounter()
  return { name, hissa, engines, journey, counter, propertyId: '', buyers: [], cost: {}, ...rounds }
}

async function signUpBuyers(platform: Platform): Promise<void> {
  const { name, hissa, journey, buyers } = platform
  const properties = await journey.properties('status=active&sort=price_high&limit=10')
  const [largest] = properties.sort((a, b) => b.offering.unitsAvailable - a.offering.unitsAvailable)
  if (!largest) throw new Error(`${name}: no property has shares available`)
  const { propertyId } = largest
  platform.propertyId = propertyId
  console.log(`${name}: ${BUYERS} buyers sign up, confirm and pass KYC`)
  for (let index = 0; index < BUYERS; index += 1) {
    const { session } = await journey.becomeInvestor(newPerson())
    await journey.meetRequirements(session, propertyId)
    buyers.push({ session, live: await openLive(hissa.url, session.idToken) })
  }
}

/** Measures purchases in a closed loop: each buyer orders, pays on the hosted page, waits for `paid`, and repeats. */
async function measurePurchases(platform: Platform): Promise<void> {
  const startedAt = performance.now()
  const tookMs = await buyConcurrently(platform)
  const perSecond = tookMs.length / ((performance.now() - startedAt) / 1000)
  platform.purchasesPerSecond.push(perSecond)
  platform.purchaseP99Ms.push(percentile(tookMs, 99))
  console.log(
    `${platform.name}: purchases, round ${platform.purchasesPerSecond.length} of ${PURCHASE_ROUNDS}: ${perSecond.toFixed(1)}/s`,
  )
}

/**
 * Waits until the CPUs are mostly idle, for at most 30 seconds: emails and projections left over from one
 * round would slow down the platform that is measured next.
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
  console.log('the CPUs are still busy')
}

/** Returns the duration of each purchase, in milliseconds. */
async function buyConcurrently(platform: Platform): Promise<number[]> {
  const tookMs: number[] = []
  await Promise.all(
    platform.buyers.map(async (buyer) => {
      for (let count = 0; count < PURCHASES_PER_BUYER; count += 1) tookMs.push(await buyOnce(platform, buyer))
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
  const paidEvent = live.next(({ type, data }) => type === 'investment.order.paid.v1' && data['orderId'] === orderId)
  paidEvent.catch(() => undefined) // Prevents an unhandled rejection if the card payment fails before this is awaited.
  const paid = await journey.payByCard(url)
  if (paid.outcome !== 'paid') throw new Error(`the card was declined: ${paid.message}`)
  await paidEvent.catch(() => journey.waitForOrder(session, orderId, 'paid'))
  return performance.now() - clickedAt
}

/** Counts the operations of purchases by all buyers at once, each of whom buys for the first time. */
async function countFirstPurchases(platform: Platform): Promise<void> {
  const { buyers, counter, cost } = platform
  await counter.measureIdle(IDLE_MS)
  cost.first = await counter.perPurchase(async () => {
    await Promise.all(buyers.map((buyer) => buyOnce(platform, buyer)))
    return buyers.length
  })
}

/** Counts the operations of later purchases, with one buyer alone and with all at once. */
async function countCosts(platform: Platform): Promise<void> {
  const { buyers, counter, cost } = platform
  await counter.measureIdle(IDLE_MS)
  cost.sequential = await counter.perPurchase(async () => {
    for (let count = 0; count < SEQUENTIAL_PURCHASES; count += 1) await buyOnce(platform, buyers[0]!)
    return SEQUENTIAL_PURCHASES
  })
  cost.concurrent = await counter.perPurchase(async () => (await buyConcurrently(platform)).length)
}

/**
 * Measures the list with and without the cache on every platform, alternating with a bare server in a separate
 * process that returns the same bytes. Returns the rates of the bare server.
 */
async function measureLists(): Promise<number[]> {
  const [{ hissa }] = platforms as [Platform]
  const bare = await startBare(Buffer.from(await (await fetch(`${hissa.url}${LIST_PATH}`)).arrayBuffer()))
  const barePerSecond: number[] = []
  try {
    for (let round = 0; round < LIST_ROUNDS; round += 1) {
      for (const { hissa, listsPerSecond } of platforms) {
        listsPerSecond.push(await requestsPerSecond(`${hissa.url}${LIST_PATH}`))
      }
      barePerSecond.push(await requestsPerSecond(bare.url))
      // Requests with a token are never served from the cache.
      const headers = { authorization: 'Bearer none' }
      for (const { hissa, uncachedListsPerSecond } of platforms) {
        uncachedListsPerSecond.push(await requestsPerSecond(`${hissa.url}${LIST_PATH}`, headers))
      }
    }
  } finally {
    bare.stop()
  }
  return barePerSecond
}

/**
 * Measures reads of an investor's ten orders on every platform, alternating with a bare server that returns the same bytes.
 * Returns the rates of the bare server.
 */
async function measureOwnOrders(): Promise<number[]> {
  const readers: { platform: Platform; url: string; headers: Record<string, string> }[] = []
  for (const platform of platforms) {
    const url = `${platform.hissa.url}${OWN_ORDERS_PATH}`
    const headers = await createReaderWithOrders(platform).catch((error: unknown) => {
      // An earlier commit may have different rules, so only a failure in this folder is an error.
      if (platform === platforms[0]) throw error
      console.log(`${platform.name}: no orders to read: ${String(error)}`)
    })
    if (headers) readers.push({ platform, url, headers })
  }
  const [{ url, headers }] = readers as [(typeof readers)[number]]
  const bare = await startBare(Buffer.from(await (await fetch(url, { headers })).arrayBuffer()))
  const barePerSecond: number[] = []
  try {
    for (let round = 0; round < LIST_ROUNDS; round += 1) {
      for (const { platform, url, headers } of readers) {
        platform.ownOrderReadsPerSecond.push(await requestsPerSecond(url, headers))
      }
      barePerSecond.push(await requestsPerSecond(bare.url, headers))
    }
  } finally {
    bare.stop()
  }
  return barePerSecond
}

/** Creates an investor with ten paid orders, each for a different property; returns the header with the token. */
async function createReaderWithOrders({ name, journey, hissa }: Platform): Promise<Record<string, string>> {
  console.log(`${name}: an investor places ${OWN_ORDERS} orders`)
  const { session } = await journey.becomeInvestor(newPerson())
  for (const { propertyId } of await journey.properties(`status=active&sort=price_high&limit=${OWN_ORDERS}`)) {
    await journey.buy(session, { propertyId, amount: 2_000 })
  }
  const headers = { authorization: `Bearer ${session.idToken}` }
  const { count } = (await (await fetch(`${hissa.url}${OWN_ORDERS_PATH}`, { headers })).json()) as { count?: number }
  if (count !== OWN_ORDERS) throw new Error(`${String(count)} orders instead of ${OWN_ORDERS}`)
  return headers
}

/** Compares reads of an investor’s own orders with those of the base, or with the bare server. */
function ownOrdersFigure(bareReadsPerSecond: number[]) {
  const [now, baseline] = platforms as [Platform, Platform | undefined]
  const isCompared = baseline !== undefined && baseline.ownOrderReadsPerSecond.length > 0
  const peers = isCompared ? baseline.ownOrderReadsPerSecond : bareReadsPerSecond
  return compareHigher(
    'journey.readOwn',
    now.ownOrderReadsPerSecond.map((ours, round) => ({ ours, peers: peers[round]! })),
    {
      unit: 'req/s',
      peer: isCompared ? baseline.name : 'bare fastify, same bytes',
      goal: isCompared ? '>= 1' : '>= 0.1',
    },
  )
}

async function requestsPerSecond(url: string, headers: Record<string, string> = {}): Promise<number> {
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
