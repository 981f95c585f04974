import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { GetAccount, ListTokenTransfers, WithdrawRelocation } from '@hissa/contracts/tokenisation'
import { newId, valueOrThrow } from '@hissa/kernel'
import { transaction } from '@hissa/persistence'
import { propertyTokenAbi, suiteErrorsAbi } from '@hissa/token-suite'
import { encodeErrorResult, encodeFunctionData, getAddress, toFunctionSelector, type Address } from 'viem'
import { AddressStore } from '../src/accounts/address.store.js'
import { Freezes } from '../src/relocations/relocations.api.js'
import { Tokenisation } from './harness.js'
import { Holders, type Holder } from './holders.js'
import { Staff } from './staff.js'
import { ownedWallet } from './wallet-contracts.js'

class FrozenUsers extends Freezes {
  readonly users = new Set<string>()
  override isAnyFrozen = (userId: string) => Promise.resolve(this.users.has(userId))
}

let service: Tokenisation
let staff: Staff
let holders: Holders
const freezes = new FrozenUsers()

beforeAll(async () => {
  service = await Tokenisation.start()
  staff = new Staff(service, freezes)
  holders = new Holders(service)
})
// A failed test may have left it paused.
afterEach(() => service.mine())
afterAll(() => service.stop())

describe('a holder of three tokens', () => {
  it('moves all shares to their own wallet, then to another, and back into custody', async () => {
    const properties = await holders.liveTokens(3)
    const holder = await holders.holderOf(properties)
    const { userId, custody } = holder
    const { wallet, relocationId } = await staff.beginMove(userId)
    const metrics = await service.running[0]!.metrics()
    expect(metrics).toMatch(/^tokenisation_relocations_moving(\{[^}]*\})? 1$/m)
    expect(metrics).toMatch(/^tokenisation_relocation_oldest_age_seconds(\{[^}]*\})? \d/m)
    await staff.untilCompleted(relocationId)
    await holders.expectAllAt(wallet.address, holder, [custody])
    expect(await holders.addressesOf(userId)).toEqual({ [custody]: 'closed', [wallet.address]: 'open' })
    const own = await service.call(GetAccount, {}, userId)
    expect(own).toMatchObject({ isCustodial: false, relocation: { state: 'completed', tokens: 3, tokensMoved: 3 } })
    const place = { userId, address: wallet.address, isCustodial: false }
    const assigned = await service.events('tokenisation.account.assigned.v1', userId)
    expect(assigned[1]).toEqual({ ...place, chainId: 31_337, version: 2 })
    const [relocated] = await service.events('tokenisation.shares.relocated.v1', relocationId)
    expect(relocated).toMatchObject({ ...place, relocationId, kind: 'own_wallet' })
    const { transfers } = await service.call(ListTokenTransfers, { property: properties[0]!, limit: 1 })
    expect(transfers).toMatchObject([{ kind: 'transfer', from: custody, to: wallet.address, units: 1 }])

    const second = await staff.moveToWallet(userId)
    await holders.expectAllAt(second.address, holder, [custody, wallet.address])
    expect(await holders.isRegistered(properties[0]!, wallet.address)).toBe(false)
    const returned = await staff.untilCompleted(await staff.beginReturn(userId))
    expect(returned).toMatchObject({ kind: 'return', to: custody })
    await holders.expectAllAt(custody, holder, [second.address, wallet.address])
    expect(await service.call(GetAccount, {}, userId)).toMatchObject({ isCustodial: true })
    expect(await holders.isRegistered(properties[0]!, custody)).toBe(true)
    expect(await service.events('tokenisation.account.assigned.v1', userId)).toHaveLength(4)
    const closed = { [second.address]: 'closed', [wallet.address]: 'closed' }
    expect(await holders.addressesOf(userId)).toEqual({ [custody]: 'open', ...closed })
  })

  it('moves them to a wallet that is a contract', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(1))
    const owner = staff.newWallet()
    const contract = getAddress(await staff.deploy(ownedWallet(owner.address)))
    const { relocation } = await staff.prove(holder.userId, owner, contract)
    valueOrThrow(await staff.approve(relocation.relocationId))
    await staff.untilCompleted(relocation.relocationId)
    await holders.expectAllAt(contract, holder, [holder.custody])
  })

  it('can link a closed wallet again, and no one else can', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(1))
    const wallet = await staff.moveToWallet(holder.userId)
    await staff.untilCompleted(await staff.beginReturn(holder.userId))
    const other = await holders.holderOf([holder.orders[0]!.propertyId])
    await expect(staff.prove(other.userId, wallet)).rejects.toMatchObject({ code: 'WALLET_TAKEN' })
    await service.rows('account_addresses').updateOne({ _id: wallet.address }, { $set: { listedAt: new Date() } })
    const { relocation } = await staff.prove(holder.userId, wallet)
    expect((await service.rows('account_addresses').findOne({ _id: wallet.address }))!['listedAt']).toBeUndefined()
    await service.call(WithdrawRelocation, { relocationId: relocation.relocationId }, holder.userId)
    await expect(staff.prove(other.userId, wallet)).rejects.toMatchObject({ code: 'WALLET_TAKEN' })
    await staff.moveToWallet(holder.userId, wallet)
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
  })

  it('with their own wallet can’t transfer on the chain: the lock-up is closed', async () => {
    const properties = await holders.liveTokens(1)
    const [holder, other] = [await holders.holderOf(properties), await holders.holderOf(properties)]
    const wallet = await staff.moveToWallet(holder.userId)
    const { address } = (await service.token(properties[0]!))!.deployment!
    const call = { address, abi: propertyTokenAbi, functionName: 'transfer', args: [other.custody, 1n] } as const
    const attempt = service.anvil.client.simulateContract({ ...call, account: wallet.address })
    await expect(attempt).rejects.toThrow('RefusedByCompliance')
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
  })
})

describe('a token that an earlier release deployed without a lock-up', () => {
  it('gets a closed one', async () => {
    const [propertyId] = await holders.liveTokens(1)
    const rows = service.rows('tokens')
    const first = (await service.token(propertyId!))!.lockUp!.id
    await rows.updateOne({ _id: propertyId! }, { $unset: { lockUp: 1 }, $inc: { version: 1 } })
    await service.until('it is closed again', async () => {
      const { lockUp } = (await service.token(propertyId!))!
      return lockUp?.isClosed && lockUp.id !== first
    })
  })
})

describe('while the shares of an investor move', () => {
  /** Stops the chain, so that a move that is begun stays in progress. */
  async function stuck(holder: Holder) {
    await service.pauseMining()
    const begun = await staff.beginMove(holder.userId)
    await service.until('a step is on its way', async () => {
      return ((await staff.relocations.byId(begun.relocationId))?.steps.length ?? 0) > 0
    })
    return begun
  }

  it('nothing is minted for them, others are not delayed, and the mint goes to the new address', async () => {
    const properties = await holders.liveTokens(2)
    const holder = await holders.holderOf(properties)
    const { wallet, relocationId } = await stuck(holder)
    const order = service.newOrder(properties[0]!, 5, holder.userId)
    const other = service.newOrder(properties[0]!, 3)
    await service.allot(order)
    await service.allot(other)
    await service.untilAllotment(order, 'waiting')
    service.mine()
    await service.untilAllotment(other, 'minted')
    await staff.untilCompleted(relocationId)
    const { account } = await service.untilAllotment(order, 'minted')
    expect(account).toBe(wallet.address)
    const [minted] = await service.events('tokenisation.shares.minted.v1', order.orderId)
    expect(minted!['account']).toBe(wallet.address)
    holder.orders[0] = { ...holder.orders[0]!, count: 6 }
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
  })

  it('shares whose payment is lost to a dispute are burned at the new address', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(2))
    const [, lost] = holder.orders
    const { wallet, relocationId } = await stuck(holder)
    await service.reverse(lost!)
    await service.until('the reversal is known', async () => (await service.allotment(lost!))?.isReversed)
    expect((await service.allotment(lost!))!.state).toBe('minted')
    service.mine()
    await staff.untilCompleted(relocationId)
    await service.untilAllotment(lost!, 'burned')
    const [burned] = await service.events('tokenisation.shares.burned.v1', lost!.orderId)
    expect(burned!['account']).toBe(wallet.address)
    await service.untilAgrees(lost!.propertyId)
    expect((await service.onChain(lost!.propertyId, [wallet.address, holder.custody])).balances).toEqual([0, 0])
    await holders.expectAllAt(wallet.address, { ...holder, orders: [holder.orders[0]!] }, [holder.custody])
  })

  it('a mint that began before is moved too', async () => {
    const properties = await holders.liveTokens(2)
    const holder = await holders.holderOf([properties[0]!])
    await service.pauseMining()
    const order = service.newOrder(properties[1]!, 2, holder.userId)
    await service.allot(order)
    await service.untilAllotment(order, 'minting')
    const { wallet, relocationId } = await staff.beginMove(holder.userId)
    service.mine()
    await staff.untilCompleted(relocationId)
    holder.orders.push(order)
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
  })

  it('what the chain refuses is repeated until it succeeds', async () => {
    const properties = await holders.liveTokens(2)
    const holder = await holders.holderOf(properties)
    const wallet = staff.newWallet()
    const move = toFunctionSelector('forcedTransfer(address,address,uint256)')
    const moved = wallet.address.slice(2).toLowerCase()
    const data = encodeErrorResult({ abi: suiteErrorsAbi, errorName: 'WalletFrozen', args: [wallet.address] })
    service.proxy.rewrite = ({ result, ...answer }, { method, params }) => {
      const call = method === 'eth_call' ? (params as [{ data: string }])[0].data : ''
      const isRefused = call.startsWith(move) && call.includes(moved)
      return isRefused ? { ...answer, error: { code: 3, message: 'execution reverted', data } } : { ...answer, result }
    }
    const { relocationId } = await staff.beginMove(holder.userId, wallet)
    const refused = { 'ref.relocationId': relocationId, state: 'rejected' }
    await service.until('it was refused twice', async () => {
      return (await service.rows('chain_transactions').countDocuments(refused)) >= 2
    })
    expect((await staff.relocations.byId(relocationId))!.state).toBe('moving')
    service.proxy.reset()
    await staff.untilCompleted(relocationId)
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
  })
})

const freezeData = (wallet: Address, isFrozen: boolean) =>
  encodeFunctionData({ abi: propertyTokenAbi, functionName: 'setAddressFrozen', args: [wallet, isFrozen] })

describe('a lost wallet', () => {
  it('is recovered into custody for many tokens, and the freeze of one moves along', async () => {
    const properties = await holders.liveTokens(12)
    const holder = await holders.holderOf(properties)
    const { userId, custody } = holder
    const wallet = await staff.moveToWallet(userId)
    const { address: token } = (await service.token(properties[4]!))!.deployment!
    await service.outside('enforcer', token, freezeData(wallet.address, true))
    freezes.users.add(userId)
    const { relocation } = await staff.prove(userId, staff.newWallet())
    const frozen = { ok: false, error: { extra: { why: 'frozen' } } }
    expect(await staff.approve(relocation.relocationId)).toMatchObject(frozen)

    const started = await staff.recover(userId)
    expect(started).toMatchObject({ ok: true, value: { kind: 'recovery', state: 'moving', to: custody } })
    expect((await staff.relocations.byId(relocation.relocationId))!.state).toBe('declined')
    expect(await staff.recover(userId)).toMatchObject({ ok: false, error: { extra: { why: 'moving' } } })
    const open = await staff.relocations.openOf(userId)
    await staff.untilCompleted(open!._id)
    freezes.users.delete(userId)
    await holders.expectAllAt(custody, holder, [wallet.address])
    const isFrozen = { address: token, abi: propertyTokenAbi, functionName: 'isFrozen', args: [custody] } as const
    expect(await service.anvil.client.readContract(isFrozen)).toBe(true)
    expect(await holders.isRegistered(properties[0]!, wallet.address)).toBe(false)
    expect(await staff.recover(userId)).toMatchObject({ ok: false, error: { extra: { why: 'custodial' } } })
    expect(await holders.addressesOf(userId)).toMatchObject({ [custody]: 'open', [wallet.address]: 'lost' })
    await expect(staff.prove(userId, wallet)).rejects.toMatchObject({ code: 'WALLET_TAKEN' })
    const addresses = new AddressStore(service.connection)
    const screening = { screenAt: new Date(), screened: { at: new Date(), listDate: '2026-11-01' } }
    const claim = (address: Address) =>
      transaction(service.connection, (session) => addresses.claim(userId, address, screening, session))
    expect([await claim(wallet.address), await claim(staff.newWallet().address)]).toEqual([false, true])
    expect(await staff.recover(newId())).toMatchObject({ ok: false, error: { extra: { why: 'not_registered' } } })
  })
})

describe('a request', () => {
  it('can be declined once, and is not approved for frozen shares', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(1))
    const { relocation } = await staff.prove(holder.userId, staff.newWallet())
    const { relocationId } = relocation
    freezes.users.add(holder.userId)
    expect(await staff.approve(relocationId)).toMatchObject({ ok: false, error: { extra: { why: 'frozen' } } })
    freezes.users.delete(holder.userId)
    const decline = () =>
      transaction(service.connection, (session) => staff.relocations.decline({ _id: relocationId }, session))
    expect(await decline()).toMatchObject({ ok: true, value: { state: 'declined' } })
    expect(await decline()).toMatchObject({ ok: false, error: { code: 'WALLET_REQUEST_CLOSED' } })
    expect(await staff.approve(relocationId)).toMatchObject({ ok: false, error: { extra: { why: 'request_closed' } } })
    expect(await staff.relocations.ofUser(holder.userId, 5)).toHaveLength(1)
  })
})

describe('shares at an address that is closed', () => {
  it('are a difference, although the investor’s total is right', async () => {
    const properties = await holders.liveTokens(1)
    const holder = await holders.holderOf(properties)
    const wallet = await staff.moveToWallet(holder.userId)
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
    const { address } = (await service.token(properties[0]!))!.deployment!
    const args = [wallet.address, holder.custody, 1n] as const
    const back = encodeFunctionData({ abi: propertyTokenAbi, functionName: 'forcedTransfer', args })
    await service.outside('enforcer', address, back)
    await service.untilHalted(properties[0]!)
    const [found] = await service.events('tokenisation.difference.found.v1', properties[0])
    expect(found).toMatchObject({ unitsDifference: 0, holders: 2 })
  })
})
