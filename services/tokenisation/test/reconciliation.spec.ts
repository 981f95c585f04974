import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetToken } from '@hissa/contracts/tokenisation'
import { propertyTokenAbi } from '@hissa/token-suite'
import { encodeFunctionData, parseAbi, type Address } from 'viem'
import { Tokenisation } from './harness.js'
import type { Order } from './orders.js'
import { PACE } from './pace.js'

let service: Tokenisation

beforeAll(async () => {
  service = await Tokenisation.start()
})
afterAll(() => service.stop())

async function minted(propertyId: string, count: number): Promise<{ order: Order; account: Address }> {
  const order = service.newOrder(propertyId, count)
  await service.allot(order)
  return { order, account: (await service.untilAllotment(order, 'minted')).account }
}

const found = (propertyId: string) => service.events('tokenisation.difference.found.v1', propertyId)
const resolved = (propertyId: string) => service.events('tokenisation.difference.resolved.v1', propertyId)

describe('a share that someone burns with a key of the service', () => {
  it('halts minting of its token, until the chain agrees with the register again', async () => {
    const propertyId = await service.liveToken(50)
    const { account } = await minted(propertyId, 10)
    await service.untilAgrees(propertyId)
    const { deployment } = (await service.token(propertyId))!
    const burn = encodeFunctionData({ abi: propertyTokenAbi, functionName: 'burn', args: [account, 1n] })
    await service.outside('enforcer', deployment!.address, burn)
    const { differenceId } = await service.untilHalted(propertyId)
    expect(await found(propertyId)).toEqual([
      expect.objectContaining({ propertyId, differenceId, unitsDifference: -1, holders: 1 }),
    ])
    expect((await service.call(GetToken, { property: propertyId })).token).toMatchObject({
      state: 'halted',
      reconciliation: { state: 'differs', unitsOnChain: 9, unitsOnRegister: 10 },
    })

    const [waiting, elsewhere] = [service.newOrder(propertyId, 4), await service.liveToken(10)]
    await service.allot(waiting)
    await minted(elsewhere, 2)
    expect((await service.allotment(waiting))?.state).toBe('waiting')
    await service.until('the token is paused', () => paused(deployment!.address))

    const registry = parseAbi(['function authority() view returns (address)'])
    const address = deployment!.address
    const authority = await service.anvil.client.readContract({ address, abi: registry, functionName: 'authority' })
    // The service would pause the token again, so it is stopped for the repair.
    await service.drainAll()
    await service.grant(authority, 'DIRECT_MINTER', 'verifier')
    await service.outside('enforcer', address, encodeFunctionData({ abi: propertyTokenAbi, functionName: 'unpause' }))
    const mint = encodeFunctionData({ abi: propertyTokenAbi, functionName: 'mint', args: [account, 1n] })
    await service.outside('verifier', address, mint)
    await service.bootAnother()
    await service.untilAllotment(waiting, 'minted')
    await service.untilAgrees(propertyId)
    expect(await resolved(propertyId)).toEqual([
      expect.objectContaining({ propertyId, differenceId, unitsDifference: 0, holders: 0 }),
    ])
    expect((await service.call(GetToken, { property: propertyId })).token.state).toBe('live')
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 14 })
  })
})

const paused = (address: Address) =>
  service.anvil.client.readContract({ address, abi: propertyTokenAbi, functionName: 'paused' })

describe('a node that omits the events of a mint', () => {
  it('halts the token, and no longer once it returns them', async () => {
    const propertyId = await service.liveToken(50)
    await minted(propertyId, 3)
    await service.untilAgrees(propertyId)
    // Receipts are compared with the events of several topics in their block; movements are read by one.
    service.proxy.rewrite = (answer, { method, params }) =>
      method === 'eth_getLogs' && (params[0] as { topics: string[][] }).topics[0]!.length === 1
        ? { ...answer, result: [] }
        : answer
    const second = await minted(propertyId, 4)
    const { differenceId } = await service.untilHalted(propertyId)
    service.proxy.reset()
    await service.untilLive(propertyId)
    await service.untilAgrees(propertyId)
    expect(await resolved(propertyId)).toEqual([expect.objectContaining({ propertyId, differenceId })])
    const third = service.newOrder(propertyId, 5, second.order.userId)
    await service.allot(third)
    await service.untilAllotment(third, 'minted')
    await service.untilAgrees(propertyId)
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 12, mints: 3 })
  })
})

describe('a node that lacks the block that was read last', () => {
  it('does not make the service forget the movements up to it', async () => {
    const propertyId = await service.liveToken(50)
    await minted(propertyId, 3)
    await service.untilAgrees(propertyId)
    const asked: unknown[] = []
    const scanned = (await service.token(propertyId))!.scanned!
    service.proxy.rewrite = (answer, { method, params }) => {
      if (method !== 'eth_getBlockByNumber' || params[0] !== `0x${scanned.number.toString(16)}`) return answer
      asked.push(params[0])
      return { ...answer, result: null }
    }
    await service.until('it is asked for the block again', () => Promise.resolve(asked.length > 2))
    const { token } = await service.call(GetToken, { property: propertyId })
    expect(token).toMatchObject({ holders: 1, reconciliation: { unitsOnChain: 3 } })
    expect((await service.token(propertyId))!.scanned).toEqual(scanned)
    service.proxy.reset()
    await service.untilAgrees(propertyId)
  })
})

const readsOf = (propertyId: string) =>
  service.asked.filter(({ name, input }) => name === 'investment.listHolders' && input['propertyId'] === propertyId)
    .length

/** Waits until the register has been read this many times more for a token that differs, which it is at every look. */
function looksAt(propertyId: string, count: number): Promise<boolean> {
  const before = readsOf(propertyId)
  return service.until('it is looked at', () => Promise.resolve(readsOf(propertyId) >= before + count))
}

const untilSuspected = (propertyId: string) => {
  service.passMs(PACE.compareUnchangedMs)
  return service.until('it is suspected', async () => (await service.token(propertyId))?.suspicion)
}

describe('a mismatch between register and holdings', () => {
  it('is reported only if it persists', async () => {
    const propertyId = await service.liveToken(50)
    const { order } = await minted(propertyId, 10)
    await service.untilAgrees(propertyId)
    service.registerUnits(order, 3)
    await untilSuspected(propertyId)
    service.passMs(PACE.lastsMs / 2)
    await looksAt(propertyId, 3)
    expect((await service.token(propertyId))?.differenceId).toBeUndefined()
    service.registerUnits(order, -3)
    await service.untilAgrees(propertyId)
    service.passMs(PACE.lastsMs)
    await service.untilAgrees(propertyId)
    expect(await found(propertyId)).toEqual([])
    service.registerUnits(order, 3)
    await service.untilHalted(propertyId)
    service.registerUnits(order, -3)
    await service.untilLive(propertyId)
    expect([await found(propertyId), await resolved(propertyId)].map(({ length }) => length)).toEqual([1, 1])
  })

  it('is detected for other properties while the register of one cannot be read', async () => {
    const [first, second] = [await service.liveToken(10), await service.liveToken(10)].sort()
    await minted(first!, 2)
    service.unreadable.add(first!)
    await minted(second!, 3)
    await service.untilAgrees(second!)
    service.unreadable.delete(first!)
    await service.untilAgrees(first!)
  })
})

describe('a token of which nothing has changed', () => {
  const DAILY_MS = 24 * 3_600_000
  beforeAll(async () => {
    await service.drainAll()
    await service.bootAnother({ pace: { compareUnchangedMs: DAILY_MS, lastsMs: 10 * DAILY_MS } })
  })

  it('is compared with the register periodically, and not on every poll', async () => {
    const [propertyId, differing] = [await service.liveToken(50), await service.liveToken(50)]
    const { order } = await minted(propertyId, 10)
    const other = await minted(differing, 10)
    service.registerUnits(other.order, 1)
    service.passMs(DAILY_MS)
    await untilSuspected(differing)
    await looksAt(differing, 3)
    const before = readsOf(propertyId)
    service.registerUnits(order, 3)
    await looksAt(differing, 3)
    expect(readsOf(propertyId)).toBe(before)
    service.passMs(DAILY_MS)
    await untilSuspected(propertyId)
  })
})
