import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { GetAccount } from '@hissa/contracts/tokenisation'
import { authorityAbi, ROLES } from '@hissa/token-suite'
import { encodeFunctionData, parseAbi } from 'viem'
import { Desk } from './desk.js'
import { Tokenisation } from './harness.js'
import { metricOf } from './metric-of.js'
import { accountOf } from './role-keys.js'

const HOUR_MS = 3_600_000

let service: Tokenisation
let desk: Desk

beforeAll(async () => {
  service = await Tokenisation.start()
  desk = new Desk(service)
})
// A failed test may have left it paused.
afterEach(() => service.mine())
afterAll(() => service.stop())

describe('a freeze', () => {
  it('of one property freezes the address in its token only, so that the contract refuses a transfer by the holder', async () => {
    const [first, second] = [await service.liveToken(20), await service.liveToken(20)]
    const { userId, account } = await desk.minted(first, 5)
    await desk.minted(second, 5, userId)
    const other = await desk.minted(first, 2)
    expect(await desk.refusalOfTransfer(first, account, other.account)).not.toBe('WalletFrozen')

    const freezeId = await desk.freeze(userId, first)
    const frozen = await desk.untilFreeze(userId, freezeId, 'frozen')
    expect(frozen).toMatchObject({ property: { propertyId: first } })
    expect(frozen.liftedAt).toBeUndefined()
    expect([await desk.isFrozen(first, account), await desk.isFrozen(second, account)]).toEqual([true, false])
    expect(await desk.refusalOfTransfer(first, account, other.account)).toBe('WalletFrozen')
    const { tokens, isFrozen } = await desk.shareholder(userId)
    const frozenTokens = tokens.filter((token) => token.isFrozen).map(({ property }) => property.propertyId)
    expect([isFrozen, frozenTokens]).toEqual([true, [first]])
    const own = await service.call(GetAccount, {}, userId)
    const property = expect.objectContaining({ propertyId: first })
    expect([own.isFrozen, own.freezes]).toEqual([true, [{ kind: 'property', property }]])

    await desk.lift(userId, freezeId)
    const lifted = await desk.untilFreeze(userId, freezeId, 'lifted')
    expect(lifted.liftedAt).toBeDefined()
    expect(await desk.isFrozen(first, account)).toBe(false)
    expect(await desk.refusalOfTransfer(first, account, other.account)).not.toBe('WalletFrozen')
    expect(await service.call(GetAccount, {}, userId)).toMatchObject({ isFrozen: false, freezes: [] })
  })

  it('of all properties applies to each token, also to one that is deployed later', async () => {
    const [first, second] = [await service.liveToken(20), await service.liveToken(20)]
    const { userId, account } = await desk.minted(first, 5)
    await desk.minted(second, 5, userId)
    const freezeId = await desk.freeze(userId)
    expect((await desk.untilFreeze(userId, freezeId, 'frozen')).property).toBeUndefined()
    expect([await desk.isFrozen(first, account), await desk.isFrozen(second, account)]).toEqual([true, true])
    expect((await service.call(GetAccount, {}, userId)).freezes).toEqual([{ kind: 'account' }])

    const later = service.newProperty()
    await service.offer(later, 20)
    const order = service.newOrder(later, 3, userId)
    await service.allot(order)
    await service.untilAllotment(order, 'waiting')
    await service.fileDeed(later)
    await service.untilLive(later)
    service.lookAgain()
    await service.until('the later token has it too', () => desk.isFrozen(later, account))
    await desk.untilFreeze(userId, freezeId, 'frozen')
    expect((await service.allotment(order))?.state).toBe('waiting')

    await desk.lift(userId, freezeId)
    await desk.untilFreeze(userId, freezeId, 'lifted')
    await service.untilAllotment(order, 'minted')
    expect(await service.onChain(later, [account])).toMatchObject({ balances: [3] })
    expect(await desk.isFrozen(first, account)).toBe(false)
  })

  it('that overlaps another stays when the other is lifted', async () => {
    const [first, second] = [await service.liveToken(20), await service.liveToken(20)]
    const { userId, account } = await desk.minted(first, 5)
    await desk.minted(second, 5, userId)
    const ofOne = await desk.freeze(userId, first)
    const ofAll = await desk.freeze(userId)
    await desk.untilFreeze(userId, ofAll, 'frozen')
    await desk.lift(userId, ofAll)
    await desk.untilFreeze(userId, ofAll, 'lifted')
    expect((await desk.untilFreeze(userId, ofOne, 'frozen')).state).toBe('frozen')
    expect([await desk.isFrozen(first, account), await desk.isFrozen(second, account)]).toEqual([true, false])
  })

  it('whose transaction the contract refuses raises an alarm, and is tried again', async () => {
    const propertyId = await service.liveToken(20)
    const { userId, account } = await desk.minted(propertyId, 5)
    const address = (await service.token(propertyId))!.deployment!.address
    const abi = parseAbi(['function authority() view returns (address)'])
    const authority = await service.anvil.client.readContract({ address, abi, functionName: 'authority' })
    const args = [ROLES.ENFORCER, accountOf('enforcer').address] as const
    await service.outside(
      'deployer',
      authority,
      encodeFunctionData({ abi: authorityAbi, functionName: 'revokeRole', args }),
    )
    const freezeId = await desk.freeze(userId, propertyId)
    const refused = await service.until('the contract has refused it', () =>
      service
        .rows('chain_transactions')
        .findOne({ kind: 'freeze', 'ref.flag': flagOf(propertyId, account), state: 'rejected' }),
    )
    expect(refused['reason']).toMatchObject({ code: expect.any(String) })
    expect((await desk.freezes(userId))[0]).toMatchObject({ freezeId, state: 'freezing' })
    await service.grant(authority, 'ENFORCER', 'enforcer')
    await desk.untilFreeze(userId, freezeId, 'frozen')
    expect(await desk.isFrozen(propertyId, account)).toBe(true)
  })

  it('that a key of the service has undone outside of it is set again', async () => {
    const propertyId = await service.liveToken(20)
    const { userId, account } = await desk.minted(propertyId, 5)
    await desk.untilFreeze(userId, await desk.freeze(userId, propertyId), 'frozen')
    const address = (await service.token(propertyId))!.deployment!.address
    const abi = parseAbi(['function setAddressFrozen(address, bool)'])
    const data = encodeFunctionData({ abi, functionName: 'setAddressFrozen', args: [account, false] })
    // The service would set it again before the test has looked.
    await service.drainAll()
    await service.outside('enforcer', address, data)
    expect(await desk.isFrozen(propertyId, account)).toBe(false)
    await service.bootAnother()
    service.lookAgain()
    await service.until('it is frozen again', () => desk.isFrozen(propertyId, account))
  })
})

describe('the shares of a frozen investor', () => {
  it('are minted after the freeze has ended, while those of others are minted at once', async () => {
    const propertyId = await service.liveToken(50)
    const { userId, account } = await desk.minted(propertyId, 5)
    const freezeId = await desk.freeze(userId)
    const held = service.newOrder(propertyId, 7, userId)
    await service.allot(held)
    await service.untilAllotment(held, 'waiting')
    await desk.minted(propertyId, 3)
    await desk.untilFreeze(userId, freezeId, 'frozen')
    await desk.minted(propertyId, 2)
    expect((await service.allotment(held))?.state).toBe('waiting')
    expect(await service.onChain(propertyId, [account])).toMatchObject({ supply: 10, balances: [5] })
    expect(await desk.shareholder(userId)).toMatchObject({ tokens: [{ units: 5, unitsAwaiting: 7 }] })

    await desk.lift(userId, freezeId)
    await service.untilAllotment(held, 'minted')
    expect(await service.onChain(propertyId, [account])).toMatchObject({ supply: 17, balances: [12] })
    expect(await desk.refusedMints(propertyId)).toEqual([])
    await service.untilAgrees(propertyId)
  })

  it('are counted by metrics, with the age of the earliest, until the chain has what was decided', async () => {
    const propertyId = await service.liveToken(20)
    const { userId } = await desk.minted(propertyId, 5)
    const waiting = async () => {
      const names = ['tokenisation_freezes_waiting', 'tokenisation_freeze_oldest_age_seconds']
      const [count, age] = await Promise.all(names.map((name) => metricOf(service.running[0]!, name)))
      return [count, age! > 0]
    }
    await service.pauseMining()
    const freezeId = await desk.freeze(userId)
    expect(await waiting()).toEqual([1, true])
    service.mine()
    await desk.untilFreeze(userId, freezeId, 'frozen')
    expect(await waiting()).toEqual([0, false])
    await service.pauseMining()
    await desk.lift(userId, freezeId)
    expect(await waiting()).toEqual([1, true])
    service.mine()
    await desk.untilFreeze(userId, freezeId, 'lifted')
    expect(await waiting()).toEqual([0, false])
  })
})

describe('shares that are being minted when their investor is frozen', () => {
  // So that a freeze waits for a mint until the test lets time pass.
  beforeAll(async () => {
    await service.drainAll()
    await service.bootAnother({ pace: { retryMs: HOUR_MS } })
  })
  afterAll(async () => {
    await service.drainAll()
    await service.bootAnother()
  })

  it('are minted first, so that the batch is not refused', async () => {
    const propertyId = await service.liveToken(50)
    const { userId, account } = await desk.minted(propertyId, 5)
    await service.pauseMining()
    const [own, other] = [service.newOrder(propertyId, 7, userId), service.newOrder(propertyId, 3)]
    await service.allot(own)
    await service.allot(other)
    await service.untilAllotment(own, 'minting')
    const freezeId = await desk.freeze(userId)
    service.mine()
    await service.untilAllotment(own, 'minted')
    await desk.untilFreeze(userId, freezeId, 'frozen')
    await service.untilAllotment(other, 'minted')
    expect(await service.onChain(propertyId, [account])).toMatchObject({ supply: 15, balances: [12] })
    expect(await desk.isFrozen(propertyId, account)).toBe(true)
    expect(await desk.refusedMints(propertyId)).toEqual([])
  })

  it('do not delay the freeze for long', async () => {
    const propertyId = await service.liveToken(50)
    const { userId, account } = await desk.minted(propertyId, 5)
    await service.pauseMining()
    const own = service.newOrder(propertyId, 7, userId)
    await service.allot(own)
    await service.untilAllotment(own, 'minting')
    const freezeId = await desk.freeze(userId)
    const looks = async () => (await service.rows('freezes').findOne({ _id: freezeId }))!['version'] as number
    const before = await looks()
    await service.until('the freeze is looked at', async () => (await looks()) > before + 1)
    const freezing = { kind: 'freeze', 'ref.flag': flagOf(propertyId, account) }
    expect(await service.rows('chain_transactions').findOne(freezing)).toBeNull()
    service.passMs(HOUR_MS)
    await service.until('it is planned', () => service.rows('chain_transactions').findOne(freezing))
    service.mine()
    await desk.untilFreeze(userId, freezeId, 'frozen')
  })
})

const flagOf = (propertyId: string, account: string) => `frozen:${propertyId}:${account.toLowerCase()}`
