import { createJourney, newPerson, poll } from '@hissa/testing/journey'
import { root, startHissa, type Hissa } from '@hissa/testing/product'
import { MongoClient } from 'mongodb'
import { randomInt } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Chance } from './storm/chance.js'
import { strike } from './storm/chaos.js'
import { Processor } from './storm/processor.js'
import { broken, databasesOf, waiting, type Databases } from './storm/proof.js'
import { pause, payLate, shop, type Market, type Shopper } from './storm/shopper.js'
import { Tally } from './storm/tally.js'

const SEED = Number(process.env['STORM_SEED'] ?? randomInt(1, 2 ** 31))
const MINUTES = Number(process.env['STORM_MINUTES'] ?? 10)
const SHOPPERS = Number(process.env['STORM_SHOPPERS'] ?? 24)
const REST_WITHIN_MS = 60_000
const MINUTE_MS = 60_000
const LIMITS_OFF = '1000000'

console.log(`storm: seed ${SEED}, ${MINUTES} minutes, ${SHOPPERS} shoppers`)
const dataDir = await mkdtemp(join(tmpdir(), 'hissa-storm-'))
const hissa = await startHissa({
  args: ['--split'],
  env: {
    HISSA_DATA: dataDir,
    RATE_LIMIT_WRITES_PER_MINUTE: LIMITS_OFF,
    RATE_LIMIT_READS_PER_MINUTE: LIMITS_OFF,
    LOG_LEVEL: 'error',
  },
})
const client = new MongoClient(hissa.run().urls['mongodb']!)
try {
  process.exitCode = await storm(hissa)
} finally {
  await client.close()
  await hissa.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Runs the storm and proves what it left behind. Returns the exit code. */
async function storm(platform: Hissa): Promise<number> {
  const market = await openMarket(platform)
  const shoppers = await gather(market)
  const startedAt = Date.now()
  const shopping = shoppers.map((shopper) => shop(market, shopper))
  await strike(platform, market, market.chance, startedAt + MINUTES * MINUTE_MS)
  market.open = false
  await Promise.all(shopping)
  const databases = await databasesOf(client)
  const faults = await comeToRest(platform, market, databases)
  faults.push(...(await broken(databases, market.processor)))
  return totals(market, faults, databases)
}

async function openMarket({ url, mailUrl, run }: Hissa): Promise<Market> {
  const journey = createJourney({ baseUrl: url, mailUrl })
  const properties = await journey.properties('status=active&limit=100')
  const processor = new Processor(dataDir, run().urls['payments']!)
  const propertyIds = properties.map(({ propertyId }) => propertyId)
  return { journey, processor, propertyIds, chance: new Chance(SEED), tally: new Tally(), late: [], open: true }
}

async function gather({ journey, propertyIds }: Market): Promise<Shopper[]> {
  const shoppers: Shopper[] = []
  for (let index = 0; index < SHOPPERS; index += 1) {
    const shopper = await journey.becomeInvestor(newPerson())
    for (const propertyId of propertyIds) await journey.acceptDisclosures(shopper.session, propertyId)
    shoppers.push(shopper)
  }
  console.log(`storm: ${shoppers.length} shoppers are ready`)
  return shoppers
}

/** Lets the last reservations lapse and waits until no work is left, twice: late payments begin work anew. */
async function comeToRest(platform: Hissa, market: Market, databases: Databases): Promise<string[]> {
  const faults: string[] = []
  for (const advance of ['PT35M', 'PT2H']) {
    // A service that was killed last may still be starting.
    await poll('the clock to move', () => platform.advance(advance), { timeoutMs: REST_WITHIN_MS, intervalMs: 1_000 })
    await payLate(market)
    const startedAt = Date.now()
    let left = await waiting(databases, market.processor)
    while (left.length > 0 && Date.now() - startedAt < REST_WITHIN_MS) {
      await pause(500)
      left = await waiting(databases, market.processor)
    }
    const seconds = (Date.now() - startedAt) / 1000
    console.log(`storm: at rest ${seconds.toFixed(1)} s after the last fault`)
    faults.push(...left.map((line) => `stuck for ${REST_WITHIN_MS / 1000} s: ${line}`))
  }
  return faults
}

async function totals({ tally }: Market, faults: readonly string[], { investment }: Databases): Promise<number> {
  const states = await investment
    .collection('orders')
    .aggregate<{ _id: string; count: number }>([{ $group: { _id: '$state', count: { $sum: 1 } } }])
    .toArray()
  const orders = Object.fromEntries(states.map(({ _id, count }) => [_id, count]))
  const report = { seed: SEED, minutes: MINUTES, shoppers: SHOPPERS, orders, counts: tally.entries(), faults }
  await mkdir(join(root, '.data', 'verify'), { recursive: true })
  await writeFile(join(root, '.data', 'verify', 'storm.json'), `${JSON.stringify(report, null, 2)}\n`)
  for (const [name, count] of Object.entries(report.counts)) console.log(`  ${name} ${count}`)
  for (const fault of faults) console.log(`  FAULT ${fault}`)
  const line = Object.entries(orders).map(([state, count]) => `${count} ${state}`)
  console.log(`storm: seed ${SEED}: ${line.join(', ')}; ${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}
