import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetToken } from '@hissa/contracts/tokenisation'
import { propertyTokenAbi } from '@hissa/token-suite'
import { encodeFunctionData, parseAbi, type Address } from 'viem'
import { Tokenisation, type Order } from './harness.js'

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
    const { differenceId } = await service.untilState(propertyId, 'halted')
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

    const registry = parseAbi(['function authority() view returns (address)'])
    const address = deployment!.address
    const authority = await service.anvil.client.readContract({ address, abi: registry, functionName: 'authority' })
    await service.grant(authority, 'DIRECT_MINTER', 'verifier')
    const mint = encodeFunctionData({ abi: propertyTokenAbi, functionName: 'mint', args: [account, 1n] })
    await service.outside('verifier', address, mint)
    await service.untilAllotment(waiting, 'minted')
    await service.untilAgrees(propertyId)
    expect(await resolved(propertyId)).toEqual([
      expect.objectContaining({ propertyId, differenceId, unitsDifference: 0, holders: 0 }),
    ])
    expect((await service.call(GetToken, { property: propertyId })).token.state).toBe('live')
    expect(await service.onChain(propertyId)).toMatchObject({ supply: 14 })
  })
})

describe('a register that has other units than the holdings', () => {
  it('is a difference if it lasts, and none for a moment', async () => {
    const propertyId = await service.liveToken(50)
    const { order } = await minted(propertyId, 10)
    await service.untilAgrees(propertyId)
    service.registerUnits(order, 3)
    await service.until('it is suspected', async () => (await service.token(propertyId))?.suspicion)
    service.registerUnits(order, -3)
    await service.untilAgrees(propertyId)
    expect(await found(propertyId)).toEqual([])
    service.registerUnits(order, 3)
    await service.untilState(propertyId, 'halted')
    service.registerUnits(order, -3)
    await service.untilState(propertyId, 'live')
    expect([await found(propertyId), await resolved(propertyId)].map(({ length }) => length)).toEqual([1, 1])
  })

  it('is found although nothing else has changed, and without reading it at every look', async () => {
    const propertyId = await service.liveToken(50)
    await minted(propertyId, 10)
    await service.untilAgrees(propertyId)
    const reads = () =>
      service.asked.filter(({ name, input }) => name === 'investment.listHolders' && input['propertyId'] === propertyId)
    const before = reads().length
    const atMs = performance.now()
    await service.until('it is compared again', async () => reads().length >= before + 3)
    expect(performance.now() - atMs).toBeGreaterThan(700)
  })

  it('that cannot be read for one property does not delay the comparison of others', async () => {
    const [first, second] = [await service.liveToken(10), await service.liveToken(10)].sort()
    await minted(first!, 2)
    service.unreadable.add(first!)
    await minted(second!, 3)
    await service.untilAgrees(second!)
    service.unreadable.delete(first!)
    await service.untilAgrees(first!)
  })
})
