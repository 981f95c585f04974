import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { newId } from '@hissa/kernel'
import { propertyTokenAbi } from '@hissa/token-suite'
import { encodeFunctionData, type Address } from 'viem'
import { Desk } from './desk.js'
import { Tokenisation } from './harness.js'
import { Holders } from './holders.js'
import { metricOf } from './metric-of.js'
import { Staff } from './staff.js'

let service: Tokenisation
let desk: Desk
let staff: Staff
let holders: Holders

beforeAll(async () => {
  service = await Tokenisation.start()
  desk = new Desk(service)
  staff = new Staff(service)
  holders = new Holders(service)
})
// A failed test may have left it paused.
afterEach(() => service.mine())
afterAll(() => service.stop())

const transferOf = (transferId: string) => service.rows('share_transfers').findOne({ _id: transferId })
const untilHeld = (transferId: string) =>
  service.until('the transfer is held', async () => (await transferOf(transferId))?.['held'] !== undefined)
const metric = (name: string) => metricOf(service.running.at(-1)!, `tokenisation_${name}`)

async function attemptsOf(transferId: string): Promise<string[]> {
  const rows = await service
    .rows('chain_transactions')
    .find({ kind: 'transfer', 'ref.transferId': transferId })
    .toArray()
  return rows.map(({ state }) => state as string)
}

describe('a transfer to an investor whose shares are frozen', () => {
  it('waits and says why until the freeze is lifted, and others do not wait for it', async () => {
    const propertyId = await service.liveToken(50)
    const sender = await desk.minted(propertyId, 20)
    const frozen = await desk.minted(propertyId, 1)
    const freezeId = await desk.freeze(frozen.userId)
    await desk.untilFreeze(frozen.userId, freezeId, 'frozen')
    const held = await service.transfer(propertyId, sender.userId, frozen.userId, 12)
    const ofSame = await service.transfer(propertyId, sender.userId, newId(), 8)
    const ofOther = await service.transfer(propertyId, (await desk.minted(propertyId, 3)).userId, newId(), 3)
    await service.untilTransfer(ofSame, 'moved')
    await service.untilTransfer(ofOther, 'moved')
    await untilHeld(held)
    expect(await transferOf(held)).toMatchObject({ state: 'waiting', held: 'receiver_frozen' })
    expect([await metric('transfers_held'), await metric('transfers_waiting')]).toEqual([1, 0])
    expect(await metric('transfer_oldest_age_seconds')).toBe(0)
    await service.untilAgrees(propertyId)

    await desk.lift(frozen.userId, freezeId)
    expect((await service.untilTransfer(held, 'moved')).held).toBeUndefined()
    await service.untilAgrees(propertyId)
    expect(await service.heldBy(propertyId, frozen.userId)).toBe(13)
    expect(await attemptsOf(held)).toEqual(['confirmed'])
    expect(await metric('transfers_held')).toBe(0)
  })

  it('waits already while the freeze is on its way to the chain', async () => {
    const propertyId = await service.liveToken(50)
    const sender = await desk.minted(propertyId, 20)
    const receiver = await desk.minted(propertyId, 1)
    await service.pauseMining()
    const freezeId = await desk.freeze(receiver.userId, propertyId)
    const held = await service.transfer(propertyId, sender.userId, receiver.userId, 12)
    await untilHeld(held)
    service.mine()
    await desk.untilFreeze(receiver.userId, freezeId, 'frozen')
    await desk.lift(receiver.userId, freezeId)
    await service.untilTransfer(held, 'moved')
    expect(await attemptsOf(held)).toEqual(['confirmed'])
  })

  it('is carried out if only shares of another property are frozen', async () => {
    const [propertyId, elsewhere] = [await service.liveToken(50), await service.liveToken(50)]
    const sender = await desk.minted(propertyId, 20)
    const receiver = await desk.minted(elsewhere, 1)
    const freezeId = await desk.freeze(receiver.userId, elsewhere)
    await desk.untilFreeze(receiver.userId, freezeId, 'frozen')
    await service.untilTransfer(await service.transfer(propertyId, sender.userId, receiver.userId, 5), 'moved')
    expect(await service.heldBy(propertyId, receiver.userId)).toBe(5)
  })
})

describe('a recovery to an address that is frozen in a token', () => {
  const freezeOutside = async (propertyId: string, wallet: Address) => {
    const call = { abi: propertyTokenAbi, functionName: 'setAddressFrozen', args: [wallet, true] } as const
    await service.outside('enforcer', (await service.token(propertyId))!.deployment!.address, encodeFunctionData(call))
  }

  it.each([
    ['is completed, and the freeze moves along', true],
    ['is completed also if no freeze applies', false],
  ])('%s', async (_, isFrozen) => {
    const holder = await holders.holderOf(await holders.liveTokens(2))
    const { userId, custody, orders } = holder
    const { address: lost } = await staff.moveToWallet(userId)
    const freezeId = isFrozen ? await desk.freeze(userId) : undefined
    if (freezeId) await desk.untilFreeze(userId, freezeId, 'frozen')
    // So that the service finds the flag and the move at once.
    await service.drainAll()
    await freezeOutside(orders[0]!.propertyId, custody)
    const begun = await staff.recover(userId)
    expect(begun.ok).toBe(true)
    await service.bootAnother()
    await staff.untilCompleted((begun.ok && begun.value._id) || '')
    if (freezeId) await desk.untilFreeze(userId, freezeId, 'frozen')
    await holders.expectAllAt(custody, holder, [lost])
    for (const { propertyId } of orders) expect(await desk.isFrozen(propertyId, custody)).toBe(isFrozen)
  })
})
