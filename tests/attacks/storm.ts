// `npm run verify storm` runs shoppers for ten minutes while it injects faults into every service and store. Then it
// checks that no dirham, unit or event was lost or counted twice. STORM_SEED, STORM_MINUTES and STORM_SHOPPERS change
// the run.
import { createJourney, newPerson } from '@hissa/testing-driver'
import { startHissa, type Hissa } from '@hissa/testing-driver/product'
import { MongoClient } from 'mongodb'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectLauncherBus } from '../../local/launcher/src/sandbox/bus-state.js'
import { completeFunded } from './storm/allotment.js'
import { Chance } from './storm/chance.js'
import { injectFaults } from './storm/chaos.js'
import { moveClockBy } from './storm/clock.js'
import { databasesOf, type Databases } from './storm/databases.js'
import { caughtReceipts, deadLetters } from './storm/effects.js'
import { payLate } from './storm/habits.js'
import { Processor } from './storm/processor.js'
import { violations } from './storm/proof.js'
import { countOrders, publish } from './storm/report.js'
import { waitUntilIdle } from './storm/rest.js'
import type { Market, Shopper } from './storm/market.js'
import { shop } from './storm/shopper.js'
import { resolveAll } from './storm/staff.js'
import { Tally } from './storm/tally.js'

const SEED = Number(process.env['STORM_SEED'] ?? randomInt(1, 2 ** 31))
const MINUTES = Number(process.env['STORM_MINUTES'] ?? 10)
const SHOPPERS = Number(process.env['STORM_SHOPPERS'] ?? 24)
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
    IDENTITY_LIMIT_FACTOR: LIMITS_OFF,
    LOG_LEVEL: 'error',
  },
  keepData: true,
})
const client = new MongoClient(hissa.run().urls['mongodb']!)
const bus = await connectLauncherBus(hissa.run().urls['nats']!)
let passed = false
try {
  passed = await storm(hissa)
} finally {
  await client.close()
  await bus.close()
  await hissa.stop()
  if (passed) await rm(dataDir, { recursive: true, force: true })
  else console.log(`Records and logs are in ${dataDir}`)
}
process.exit(passed ? 0 : 1)

/** Runs the storm and checks the result. Returns whether every check passed. */
async function storm(platform: Hissa): Promise<boolean> {
  const market = await openMarket(platform)
  const shoppers = await signUpShoppers(market)
  const startedAt = Date.now()
  const shopping = shoppers.map((shopper) => shop(market, shopper))
  await injectFaults(platform, market, new Chance(SEED), startedAt + MINUTES * MINUTE_MS)
  const lastFaultAt = Date.now()
  market.open = false
  const databases = await databasesOf(client)
  const faults = await deadLetters(bus)
  await Promise.all(shopping)
  const restSeconds: number[] = []
  const waitForRest = async (sinceMs?: number) => {
    const { seconds, stuck } = await waitUntilIdle(market, databases, sinceMs)
    restSeconds.push(seconds)
    console.log(`storm: at rest after ${seconds.toFixed(1)} s`)
    faults.push(...stuck)
  }
  await waitForRest(lastFaultAt)
  for (const advance of ['PT35M', 'PT2H']) {
    await moveClockBy(platform, advance)
    await payLate(market)
    await waitForRest()
  }
  market.tally.add('dispute.closed', await market.processor.closeDisputes())
  await waitForRest()
  await resolveAll(market)
  await waitForRest()
  faults.push(...(await violations(databases, market.processor)))
  faults.push(...(await completeFunded(platform, market, databases, waitForRest)))
  faults.push(...(await deadLetters(bus)))
  return reportRun(market, databases, restSeconds, faults)
}

async function reportRun(
  { tally }: Market,
  databases: Databases,
  restSeconds: number[],
  faults: string[],
): Promise<boolean> {
  const { faults: lost, ...receipts } = await caughtReceipts(dataDir, databases)
  faults.push(...lost)
  const counted = await countOrders(databases)
  if (counted.orders['reserved']) faults.push(`${counted.orders['reserved']} reservations never ended`)
  const run = { seed: SEED, minutes: MINUTES, shoppers: SHOPPERS }
  publish({ ...run, restSeconds, ...counted, receipts, counts: tally.entries(), faults })
  return faults.length === 0
}

async function openMarket({ url, mailUrl, run }: Hissa): Promise<Market> {
  const journey = createJourney({ baseUrl: url, mailUrl })
  const properties = await journey.properties('status=active&limit=100')
  const processor = new Processor(dataDir, run().urls['payments']!)
  const propertyIds = properties.map(({ propertyId }) => propertyId)
  return { journey, processor, bus, propertyIds, tally: new Tally(), late: [], open: true }
}

async function signUpShoppers({ journey, propertyIds }: Market): Promise<Shopper[]> {
  const shoppers: Shopper[] = []
  for (let index = 0; index < SHOPPERS; index += 1) {
    const { person, session } = await journey.becomeInvestor(newPerson())
    for (const propertyId of propertyIds) await journey.meetRequirements(session, propertyId)
    shoppers.push({ person, session, chance: new Chance(SEED + index + 1) })
  }
  console.log(`storm: ${shoppers.length} shoppers are ready`)
  return shoppers
}
