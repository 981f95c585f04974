import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newId, type Running } from '@hissa/kernel'
import { connectBus, ensureStream, type Bus } from '@hissa/messaging'
import { freshEngines, type TestEngines } from '@hissa/testing-engines'
import { poll, until } from '@hissa/testing-helpers'
import { connectMongo, transaction, type Connection } from '@hissa/persistence'
import { parseEther } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { boot } from '../../src/boot.js'
import { manifest } from '../../src/manifest.js'
import { ROLES } from '../../src/chain/roles.js'
import { TransactionStore } from '../../src/chain/transactions/transaction.store.js'
import { Transactions } from '../../src/chain/transactions/transactions.js'
import { startAnvil, testKey, type Anvil } from './anvil.js'
import { FaultProxy } from './fault-proxy.js'
import { Recorder } from './harness.js'

let anvil: Anvil
let proxy: FaultProxy
let engines: TestEngines
let bus: Bus
let running: Running | undefined
let keyBase = 700

beforeAll(async () => {
  anvil = await startAnvil()
  engines = await freshEngines()
  bus = await connectBus(engines.natsUrl, 'test')
  for (const service of ['property', 'investment', 'identity']) await ensureStream(bus, service)
})
beforeEach(async () => {
  proxy = await FaultProxy.start(anvil.url)
  engines = { ...engines, dbPrefix: `t_${newId().slice(-8)}_` }
  keyBase += 1
})
afterEach(async () => {
  await running?.drain()
  running = undefined
  await proxy.stop()
})
afterAll(async () => {
  await bus.nc.drain()
  await anvil.stop()
})

const keyOf = (index: number) => testKey(keyBase * 16 + index + 1)

function environment(more: Record<string, string> = {}) {
  const keys = Object.fromEntries(ROLES.map((role, index) => [`CHAIN_KEY_${role.toUpperCase()}`, keyOf(index)]))
  return {
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', LOCAL_MODE: '1', PUBLIC_URL: 'http://localhost:8080' },
    ...{ JWKS_URL: 'http://localhost:8080/jwks', ISSUER: 'test', CLIENT_ID: 'test' },
    ...{ MONGODB_URI: engines.mongoUri, MONGODB_DB_PREFIX: engines.dbPrefix, NATS_URL: engines.natsUrl },
    TOKENISATION_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...{ CHAIN_RPC_URL: proxy.url, CHAIN_ID: '31337', ...keys, ...more },
  }
}

/** Returns the value of a metric; undefined without a sample. */
async function metric(name: string, labels = ''): Promise<number | undefined> {
  const lines = (await running!.metrics()).split('\n')
  const line = lines.find((text) => text.startsWith(`${name}{`) && text.includes(labels))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
}

/** Returns the value of a metric of the minter. One that could not be read in time has no sample, and is read again. */
async function ofMinter(name: string): Promise<number> {
  const [value] = await poll(`a sample of ${name}`, async () => {
    const found = await metric(name, 'minter')
    return found !== undefined && ([found] as const)
  })
  return value
}

async function plan(connection: Connection, id: string): Promise<void> {
  const transactions = new Transactions(new TransactionStore(connection))
  transactions.register(new Recorder(connection))
  const to = `0x${'77'.repeat(20)}` as const
  await transaction(connection, (session) =>
    transactions.plan(session, { id, role: 'minter', to, data: '0x', value: 1n, kind: 'test', ref: {} }),
  )
}

describe('tokenisation', () => {
  it('starts and is healthy without the node, knows the chain once it is there, and reports a later failure', async () => {
    proxy.fault = { kind: 'down' }
    running = await boot(environment())
    await running.ready
    expect(await running.unhealthy()).toEqual([])
    expect(await metric('chain_known')).toBe(0)
    proxy.reset()
    await until(async () => (await metric('chain_known')) === 1)
    expect(await metric('chain_head_age_seconds')).toBeGreaterThanOrEqual(0)
    expect(await metric('chain_node_faults_total', 'OTHER_CHAIN')).toBe(0)
  })

  it('counts a node on another chain and does not use it', async () => {
    proxy.rewrite = (answer, { method }) => (method === 'eth_chainId' ? { ...answer, result: '0x89' } : answer)
    running = await boot(environment())
    await until(async () => (await metric('chain_node_faults_total', 'OTHER_CHAIN'))! > 0)
    expect(await metric('chain_known')).toBe(0)
    expect(await running.unhealthy()).toEqual([])
  })

  it('sends what is planned, and reports its age and the balance of the signer', async () => {
    const address = privateKeyToAddress(keyOf(ROLES.indexOf('minter')))
    await anvil.client.setBalance({ address, value: parseEther('0.05') })
    running = await boot(environment())
    const connection = await connectMongo({ uri: engines.mongoUri, dbName: `${engines.dbPrefix}tokenisation` })
    const store = new TransactionStore(connection)
    await plan(connection, 'one')
    await until(async () => (await store.byId('one'))?.state === 'sent')
    expect(await ofMinter('chain_transactions_pending')).toBe(1)
    expect(await ofMinter('chain_transactions_oldest_age_seconds')).toBeGreaterThan(0)
    expect(await ofMinter('chain_signer_balance')).toBe(0.05)
    expect(await ofMinter('chain_signer_balance_low')).toBe(1)
    expect(await metric('chain_transactions_pending', 'anchor')).toBeUndefined()
    const names = (await connection.db!.listCollections().toArray()).map(({ name }) => name)
    expect(names.filter((name) => !manifest.collections.includes(name))).toEqual([])
    await connection.close()
  })
})
