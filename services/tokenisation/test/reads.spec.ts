import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { units } from '@hissa/money'
import { connectMongo, ensureModels, transaction, type Connection } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { zeroAddress } from 'viem'
import { AccountStore, defineAccounts } from '../src/accounts/account.store.js'
import { AllotmentStore, defineAllotments } from '../src/holdings/allotment.store.js'
import { ReadTokens } from '../src/reads/read-tokens.js'
import { defineMovements, MovementStore } from '../src/reconciliation/movement.store.js'
import { defineTokens, TokenStore } from '../src/tokens/token.store.js'
import { defineTransfers, TransferStore } from '../src/holdings/transfer.store.js'

const TOKENS = 40

let connection: Connection
let reads: ReadTokens
/** What was asked of the store, such as `allotments.aggregate`. */
let operations: string[] = []

beforeAll(async () => {
  const { mongoUri, dbPrefix } = testEngines()
  connection = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}reads` })
  for (const define of [defineTokens, defineAllotments, defineTransfers, defineAccounts, defineMovements])
    define(connection)
  await ensureModels(connection)
  const stores = [new TokenStore(connection), new AllotmentStore(connection)] as const
  const others = [new TransferStore(connection), new AccountStore(connection), new MovementStore(connection)] as const
  const suite = { plan: () => Promise.resolve({ addresses: {} }) }
  const config = { CHAIN_ID: 31_337 }
  const none = {} as never
  reads = new ReadTokens(...stores, ...others, suite as never, none, none, none, config as never)
  await insertTokens(stores[0], stores[1])
  connection.set('debug', (collection: string, method: string) => void operations.push(`${collection}.${method}`))
})
afterAll(async () => {
  await connection.dropDatabase()
  await connection.close()
})

/** Inserts tokens with a share minted, a share waiting and a holder more than the token before. */
async function insertTokens(tokens: TokenStore, allotments: AllotmentStore): Promise<void> {
  await transaction(connection, async (session) => {
    for (let n = 0; n < TOKENS; n += 1) {
      const [_id, account] = [`P${String(n).padStart(2, '0')}`, zeroAddress]
      const terms = { slug: _id.toLowerCase(), title: _id, symbol: _id, unitsTotal: units(100), offeringVersion: 1 }
      await tokens.insert({ _id, ...terms, planned: 0, version: 1 }, session)
      for (const [state, count] of [
        ['minted', n],
        ['burning', 1],
        ['waiting', 2 * n],
        ['minting', 3],
        ['burned', 7],
        ['withdrawn', 9],
      ] as const) {
        const row = { _id: `${_id}-${state}`, userId: state, propertyId: _id, units: units(count), account, state }
        await allotments.insert({ ...row, allottedAt: new Date(), version: 1 }, session)
      }
    }
  })
  const balances = Array.from({ length: TOKENS }, (_, n) =>
    Array.from({ length: n + 1 }, (_each, holder) => ({ propertyId: `P${String(n).padStart(2, '0')}`, units: holder })),
  )
  await connection.collection('chain_balances').insertMany(balances.flat())
}

describe('the tokens', () => {
  it('are listed with as many operations of the store for one as for many', async () => {
    operations = []
    expect(await reads.list({ limit: 1 })).toMatchObject({ value: { count: TOKENS } })
    const one = [...operations].sort()
    operations = []
    const listed = await reads.list({ limit: TOKENS })
    expect(operations.sort()).toEqual(one)
    expect(one).toEqual(['allotments.aggregate', 'chain_balances.aggregate', 'tokens.countDocuments', 'tokens.find'])
    const { tokens, count } = (listed as { value: { tokens: Record<string, unknown>[]; count: number } }).value
    expect(count).toBe(TOKENS)
    expect(tokens.map(({ unitsMinted, unitsAwaiting, holders }) => [unitsMinted, unitsAwaiting, holders])).toEqual(
      Array.from({ length: TOKENS }, (_, n) => [n + 1, 2 * n + 3, n]),
    )
  })

  it('are each the same alone as in the list', async () => {
    const listed = (await reads.list({ limit: TOKENS })) as {
      value: { tokens: { property: { propertyId: string } }[] }
    }
    for (const token of listed.value.tokens.slice(0, 3)) {
      const alone = (await reads.one({ property: token.property.propertyId })) as { value: { token: object } }
      expect(alone.value.token).toEqual(token)
    }
  })
})
