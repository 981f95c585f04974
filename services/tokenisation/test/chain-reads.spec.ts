import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { newId } from '@hissa/kernel'
import { Tokenisation } from './harness.js'

const MANY = 60
/** Roles are reviewed at the start, and then not while reads are counted. */
const REVIEW_MS = 24 * 3_600_000

let service: Tokenisation

beforeAll(async () => {
  service = await Tokenisation.start({ reviewMs: REVIEW_MS })
})
afterAll(() => service.stop())

/** What is asked of the node without the block it is asked about: asking again, for a later block, is not counted. */
const SUBJECTS: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
  eth_call: ([call]) => call,
  eth_estimateGas: ([call]) => call,
  eth_getLogs: ([filter]) => {
    const { address, topics } = filter as { address?: unknown; topics?: unknown }
    return { address, topics }
  },
  eth_getCode: ([address]) => address,
  eth_getBalance: ([address]) => address,
  eth_getTransactionCount: ([address]) => address,
  eth_getTransactionReceipt: ([hash]) => hash,
  eth_getTransactionByHash: ([hash]) => hash,
}

/** Returns the number of different questions that are asked of the node during some work, by method; none about other tokens. */
async function askedDuring(work: () => Promise<void>): Promise<Record<string, number>> {
  const asked = new Map<string, Set<string>>()
  const rows = await service
    .rows('tokens')
    .find({ deployment: { $exists: true } })
    .toArray()
  const others = rows.map(({ deployment }) => String(deployment.address).toLowerCase())
  service.proxy.rewrite = (answer, { method, params }) => {
    const subjectOf = SUBJECTS[method]
    const subject = subjectOf && JSON.stringify(subjectOf(params)).toLowerCase()
    if (subject && !others.some((token) => subject.includes(token)))
      asked.set(method, (asked.get(method) ?? new Set()).add(subject))
    return answer
  }
  await work()
  service.proxy.reset()
  return Object.fromEntries([...asked].map(([method, subjects]) => [method, subjects.size]))
}

/** Allots shares of a new property to investors, and has them minted in one batch. */
async function mintFor(userIds: readonly string[]): Promise<Record<string, number>> {
  const propertyId = service.newProperty()
  await service.offer(propertyId, 10_000)
  const orders = userIds.map((userId) => service.newOrder(propertyId, 2, userId))
  for (const order of orders) await service.allot(order)
  for (const order of orders) await service.untilAllotment(order, 'waiting')
  // Nothing is minted before the deed, so it is one batch.
  const asked = await askedDuring(async () => {
    await service.fileDeed(propertyId)
    for (const order of orders) await service.untilAllotment(order, 'minted')
    await service.untilAgrees(propertyId)
  })
  const mints = { kind: 'mint', 'ref.propertyId': propertyId }
  expect(await service.rows('chain_transactions').countDocuments(mints)).toBe(1)
  expect((await service.onChain(propertyId)).supply).toBe(2 * userIds.length)
  return asked
}

it('a batch is minted and compared with as many reads of the chain for many holders as for one', async () => {
  const home = await service.liveToken(10_000)
  const userIds = Array.from({ length: MANY }, () => newId())
  const orders = userIds.map((userId) => service.newOrder(home, 1, userId))
  for (const order of orders) await service.allot(order)
  for (const order of orders) await service.untilAllotment(order, 'minted')
  const one = await mintFor(userIds.slice(0, 1))
  expect(await mintFor(userIds)).toEqual(one)
})
