import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Address } from 'viem'
import { Desk } from './desk.js'
import { Tokenisation } from './harness.js'

let service: Tokenisation
let desk: Desk

beforeAll(async () => {
  service = await Tokenisation.start()
  desk = new Desk(service)
})
// A failed test may have left it paused.
afterEach(() => service.mine())
afterAll(() => service.stop())

/** Stops the chain, and removes the block of the latest result of a flag. */
async function removeResult(flagId: string): Promise<void> {
  await service.pauseMining()
  const { block } = (await service.rows('contract_flags').findOne({ _id: flagId }))!
  await service.reorganiseSince(block - 1)
}

const flagOf = (propertyId: string, account: Address) => `frozen:${propertyId}:${account.toLowerCase()}`

describe('a freeze', () => {
  it('survives a reorganisation deeper than the confirmations, and a restart', async () => {
    const propertyId = await service.liveToken(20)
    const { userId, account } = await desk.minted(propertyId, 5)
    await service.markBlock()
    const freezeId = await desk.freeze(userId, propertyId)
    await desk.untilFreeze(userId, freezeId, 'frozen')
    await removeResult(flagOf(propertyId, account))
    expect(await desk.isFrozen(propertyId, account)).toBe(false)
    await desk.untilFreeze(userId, freezeId, 'freezing')
    await service.drainAll()
    service.mine()
    await service.bootAnother()
    await desk.untilFreeze(userId, freezeId, 'frozen')
    expect(await desk.isFrozen(propertyId, account)).toBe(true)
  })

  it('whose end a reorganisation takes back is lifted again', async () => {
    const propertyId = await service.liveToken(20)
    const { userId, account } = await desk.minted(propertyId, 5)
    const freezeId = await desk.freeze(userId, propertyId)
    await desk.untilFreeze(userId, freezeId, 'frozen')
    await service.markBlock()
    await desk.lift(userId, freezeId)
    await desk.untilFreeze(userId, freezeId, 'lifted')
    await removeResult(flagOf(propertyId, account))
    expect(await desk.isFrozen(propertyId, account)).toBe(true)
    await desk.untilFreeze(userId, freezeId, 'lifting')
    service.mine()
    await desk.untilFreeze(userId, freezeId, 'lifted')
    expect(await desk.isFrozen(propertyId, account)).toBe(false)
  })
})

describe('a halted token', () => {
  it('is paused again after a reorganisation and a restart, and unpaused once chain and register agree', async () => {
    const propertyId = await service.liveToken(50)
    const order = await desk.minted(propertyId, 10)
    await service.untilAgrees(propertyId)
    await service.markBlock()
    service.registerUnits(order, 3)
    await service.untilHalted(propertyId)
    await service.until('it is paused', () => isSettled(propertyId, true))
    await removeResult(`paused:${propertyId}`)
    expect(await desk.isPaused(propertyId)).toBe(false)
    await service.until('the service knows', () => isOpen(propertyId))
    await service.drainAll()
    service.mine()
    await service.bootAnother()
    await service.until('it is paused again', () => isSettled(propertyId, true))
    expect(await desk.isPaused(propertyId)).toBe(true)

    await service.markBlock()
    service.registerUnits(order, -3)
    await service.untilLive(propertyId)
    await service.until('it is unpaused', () => isSettled(propertyId, false))
    await removeResult(`paused:${propertyId}`)
    expect(await desk.isPaused(propertyId)).toBe(true)
    const waiting = service.newOrder(propertyId, 4)
    await service.allot(waiting)
    service.mine()
    await service.untilAllotment(waiting, 'minted')
    expect(await desk.isPaused(propertyId)).toBe(false)
  })
})

const flagOfPause = (propertyId: string) => service.rows('contract_flags').findOne({ _id: `paused:${propertyId}` })

async function isSettled(propertyId: string, isOn: boolean): Promise<boolean> {
  const flag = await flagOfPause(propertyId)
  return flag !== null && flag['isOn'] === isOn && flag['open'].length === 0
}

const isOpen = async (propertyId: string): Promise<boolean> => (await flagOfPause(propertyId))!['open'].length > 0
