import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createLogger } from '@hissa/kernel'
import { connectMongo, ensureModels, type Connection } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { propertyTokenAbi } from '@hissa/token-suite'
import { encodeAbiParameters, encodeEventTopics, zeroAddress, type Hash } from 'viem'
import type { BlockFollower, ChainNode, Log } from '../src/chain/chain.api.js'
import { defineMovements, MovementStore } from '../src/reconciliation/movement.store.js'
import { type Deployed, ReadChain } from '../src/reconciliation/read-chain.js'
import { defineTokens, TokenStore } from '../src/tokens/token.store.js'

const TOKEN = `0x${'a'.repeat(40)}` as const
const HOLDER = `0x${'b'.repeat(40)}` as const
const hash = (number: number): Hash => `0x${String(number).padStart(64, '0')}`

let connection: Connection
beforeAll(async () => {
  const { mongoUri, dbPrefix } = testEngines()
  connection = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}read_chain` })
  defineTokens(connection)
  defineMovements(connection)
  await ensureModels(connection)
})
afterAll(async () => {
  await connection.dropDatabase()
  await connection.close()
})

/** A mint of one share in a block, or of as many as given. */
const mintIn = (blockNumber: number, units = 1n): Log => ({
  ...{ address: TOKEN, blockNumber, blockHash: hash(blockNumber), transactionHash: hash(blockNumber), logIndex: 0 },
  topics: encodeEventTopics({
    ...{ abi: propertyTokenAbi, eventName: 'Transfer', args: { from: zeroAddress, to: HOLDER } },
  }) as Log['topics'],
  data: encodeAbiParameters([{ type: 'uint256' }], [units]),
})

/** Reads a chain with a mint in each block, of `unitsIn` it, up to `last`, once `isFree` is resolved. */
function readerUpTo(last: number, isFree: Promise<void>, unitsIn?: (blockNumber: number) => bigint): ReadChain {
  const follower = {
    confirmedBlock: () => Promise.resolve({ number: last, hash: hash(last) }),
    async *logsOf(_: unknown, [from, to]: readonly [number, number]) {
      await isFree
      yield Array.from({ length: to - from + 1 }, (_each, n) => mintIn(from + n, unitsIn?.(from + n)))
    },
  } as unknown as BlockFollower
  const node = { blockAt: (number: number) => Promise.resolve({ number, hash: hash(number), timestamp: 1 }) }
  const logger = createLogger('test', 'silent')
  const stores = [new MovementStore(connection), new TokenStore(connection)] as const
  return new ReadChain(follower, node as unknown as ChainNode, ...stores, connection, logger)
}

async function newToken(_id: string, blockNumber: number): Promise<Deployed> {
  const receipt = { blockNumber }
  const row = { _id, unitsTotal: 100, version: 1, deployment: { address: TOKEN, receipt } }
  await connection.collection<{ _id: string }>('tokens').insertOne(row)
  return row as unknown as Deployed
}

it('two replicas that read the same blocks at once store each movement once', async () => {
  const token = await newToken('Prop_read', 1)
  let release = () => {}
  const slow = readerUpTo(12, new Promise((resolve) => (release = resolve))).upTo(token)
  expect(await readerUpTo(10, Promise.resolve()).upTo(token)).toBe(10)
  release()
  expect(await slow).toBe(12)
  const movements = new MovementStore(connection)
  expect(await movements.counts('Prop_read')).toEqual({ movements: 12, holders: 1 })
  expect([...(await movements.balancesOf('Prop_read')).values()]).toEqual([12])
})

it('reads a movement of no shares neither the first time nor when all events are read again', async () => {
  const token = await newToken('Prop_empty', 101)
  const reader = readerUpTo(108, Promise.resolve(), (block) => BigInt(block % 2))
  expect(await reader.upTo(token)).toBe(108)
  const movements = new MovementStore(connection)
  expect(await movements.counts('Prop_empty')).toEqual({ movements: 4, holders: 1 })
  const read = (await new TokenStore(connection).byId('Prop_empty')) as Deployed
  expect(await reader.recheck(read)).toBe(true)
  expect(await movements.counts('Prop_empty')).toEqual({ movements: 4, holders: 1 })
})
