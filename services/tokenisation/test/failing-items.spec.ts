import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Address } from 'viem'
import { Desk } from './desk.js'
import { Tokenisation } from './harness.js'

let service: Tokenisation
let desk: Desk

beforeAll(async () => {
  service = await Tokenisation.start()
  desk = new Desk(service)
})
afterAll(() => service.stop())

const NO_ADDRESS = '0xnone' as Address

/** Makes every call that has an investor's address fail before it is planned. Returns what undoes that. */
async function breakAddress(userId: string): Promise<() => Promise<unknown>> {
  const { address } = (await service.account(userId))!
  const setTo = (value: Address) => service.rows('accounts').updateOne({ _id: userId }, { $set: { address: value } })
  await setTo(NO_ADDRESS)
  return () => setTo(address)
}

describe('one item that fails does not delay the others:', () => {
  it('a transfer', async () => {
    const propertyId = await service.liveToken(50)
    const [first, second, broken] = [
      await desk.minted(propertyId, 20),
      await desk.minted(propertyId, 5),
      await desk.minted(propertyId, 1),
    ]
    const restore = await breakAddress(broken.userId)
    const failing = await service.transfer(propertyId, first.userId, broken.userId, 4)
    await service.untilTransfer(failing, 'waiting')
    const others = [
      await service.transfer(propertyId, first.userId, second.userId, 6),
      await service.transfer(propertyId, second.userId, first.userId, 5),
    ]
    for (const id of others) await service.untilTransfer(id, 'moved')
    await service.untilTransfer(failing, 'waiting')
    await restore()
    await service.untilTransfer(failing, 'moved')
    await service.untilAgrees(propertyId)
  })

  it('a mint', async () => {
    const [first, second] = [await service.liveToken(50), await service.liveToken(50)].toSorted()
    const { planned } = (await service.token(first!))!
    const plan = (value: number) => service.rows('tokens').updateOne({ _id: first! }, { $set: { planned: value } })
    await plan(0.5)
    const failing = service.newOrder(first!, 3)
    await service.allot(failing)
    await service.untilAllotment(failing, 'waiting')
    await desk.minted(second!, 3)
    expect((await service.allotment(failing))?.state).toBe('waiting')
    await plan(planned)
    await service.untilAllotment(failing, 'minted')
  })

  it('a burn', async () => {
    const propertyId = await service.liveToken(50)
    const [failing, other] = [await desk.minted(propertyId, 4), await desk.minted(propertyId, 5)]
    const restore = await breakAddress(failing.userId)
    await service.reverse(failing)
    await service.until('the reversal is known', async () => (await service.allotment(failing))?.isReversed)
    await service.reverse(other)
    await service.untilAllotment(other, 'burned')
    expect((await service.allotment(failing))?.state).toBe('minted')
    await restore()
    await service.untilAllotment(failing, 'burned')
    await service.untilAgrees(propertyId)
  })

  it('a freeze', async () => {
    const [first, second] = [await service.liveToken(50), await service.liveToken(50)]
    const { userId, account } = await desk.minted(first, 4)
    await desk.minted(second, 4, userId)
    const flag = `frozen:${first}:${account.toLowerCase()}`
    const token = (await service.token(first))!.deployment!.address
    const none = { isOn: false, by: 0, block: 0, planned: 0, open: [], version: 1 }
    const subject = { kind: 'frozen', propertyId: first, token: NO_ADDRESS, userId, wallet: account }
    await service.rows('contract_flags').insertOne({ _id: flag, ...subject, ...none })
    const freezeId = await desk.freeze(userId)
    await service.until('the other token has it', () => desk.isFrozen(second, account))
    expect((await desk.freezes(userId))[0]).toMatchObject({ freezeId, state: 'freezing' })
    await service.rows('contract_flags').updateOne({ _id: flag }, { $set: { token } })
    await desk.untilFreeze(userId, freezeId, 'frozen')
    expect(await desk.isFrozen(first, account)).toBe(true)
  })

  it('a pause', async () => {
    const [first, second] = [await service.liveToken(50), await service.liveToken(50)].toSorted()
    const orders = [await desk.minted(first!, 4), await desk.minted(second!, 4)]
    const flag = `paused:${first!}`
    const token = (await service.token(first!))!.deployment!.address
    const none = { isOn: false, by: 0, block: 0, planned: 0, open: [], version: 1 }
    const subject = { kind: 'paused', propertyId: first, token: NO_ADDRESS }
    await service.rows('contract_flags').insertOne({ _id: flag, ...subject, ...none })
    for (const order of orders) service.registerUnits(order, 1)
    await service.untilHalted(first!)
    await service.untilHalted(second!)
    await service.until('the other token is paused', () => desk.isPaused(second!))
    expect(await desk.isPaused(first!)).toBe(false)
    await service.rows('contract_flags').updateOne({ _id: flag }, { $set: { token } })
    await service.until('it is paused', () => desk.isPaused(first!))
  })
})
