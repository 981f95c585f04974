import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UserStatusChanged } from '@hissa/contracts/identity'
import {
  BeginWallet,
  GetAccount,
  ProveWallet,
  ReturnShares,
  WithdrawRelocation,
  type RelocationView,
} from '@hissa/contracts/tokenisation'
import { newId } from '@hissa/kernel'
import { getAddress, numberToHex, size, slice, zeroAddress, type Address, type Hex } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { Desk } from './desk.js'
import { Tokenisation } from './harness.js'
import { metricOf } from './metric-of.js'
import { accountOf } from './role-keys.js'
import { Staff } from './staff.js'
import { credulousWallet, endlessWallet, ownedWallet, talkativeWallet } from './wallet-contracts.js'

let service: Tokenisation
let staff: Staff
let desk: Desk
let propertyId: string

beforeAll(async () => {
  service = await Tokenisation.start()
  staff = new Staff(service)
  desk = new Desk(service)
  propertyId = await service.liveToken(1_000)
})
afterAll(() => service.stop())

/** Returns an investor with shares. */
async function shareholder(): Promise<string> {
  const order = service.newOrder(propertyId, 2)
  await service.allot(order)
  await service.untilAllotment(order, 'minted')
  return order.userId
}

const begin = (userId: string, address: Address) => service.call(BeginWallet, { address }, userId)
const prove = (userId: string, challengeId: string, signature: Hex) =>
  service.call(ProveWallet, { challengeId, signature }, userId)
const refused = (code: string, more: object = {}) => expect.objectContaining({ code, ...more })
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

describe('the message for a wallet', () => {
  it('is for this site, chain and address, says what it is for, and expires in ten minutes', async () => {
    const userId = await shareholder()
    const { address } = staff.newWallet()
    const { message, expiresAt } = await begin(userId, address.toLowerCase() as Address)
    const parsed = parseSiweMessage(message)
    expect(parsed).toMatchObject({
      domain: 'hissa.test',
      uri: 'http://hissa.test',
      chainId: 31_337,
      address,
      version: '1',
    })
    expect(parsed.statement).toContain('moves nothing until Hissa approves it')
    expect(parsed.nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(parsed.expirationTime!.toISOString()).toBe(expiresAt)
    expect(parsed.expirationTime!.getTime() - parsed.issuedAt!.getTime()).toBe(600_000)
  })

  it('is given five times in ten minutes, also to concurrent requests', async () => {
    const userId = await shareholder()
    const { address } = staff.newWallet()
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => begin(userId, address)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    const [first] = await service.rows('wallet_challenges').find({ userId }).sort({ expiresAt: 1 }).toArray()
    const retryAt = first!['expiresAt'].toISOString()
    await expect(begin(userId, address)).rejects.toEqual(refused('WALLET_TOO_MANY_CHALLENGES', { extra: { retryAt } }))
    await service.rows('wallet_challenges').updateOne({ _id: first!._id }, { $set: { expiresAt: new Date() } })
    await begin(userId, address)
  })

  it('is refused without a registered account, and to an investor who is suspended or under review', async () => {
    const { address } = staff.newWallet()
    const none = refused('WALLET_NO_SHARES')
    await expect(begin(newId(), address)).rejects.toEqual(none)
    await expect(service.call(ReturnShares, {}, newId())).rejects.toEqual(none)
    const userId = await shareholder()
    await service.publish(UserStatusChanged, userId, { userId, status: 'suspended', version: 7 })
    const suspended = refused('ACCOUNT_SUSPENDED')
    await service.until('the status is known', () => service.rows('investor_statuses').findOne({ _id: userId }))
    await expect(begin(userId, address)).rejects.toEqual(suspended)
    await expect(service.call(ReturnShares, {}, userId)).rejects.toEqual(suspended)
    await service.publish(UserStatusChanged, userId, { userId, status: 'kyc_pending', version: 8 })
    await service.until('their identity is reviewed again', async () => {
      return (await service.rows('investor_statuses').findOne({ _id: userId }))?.['status'] === 'kyc_pending'
    })
    await expect(begin(userId, address)).rejects.toEqual(suspended)
    await expect(service.call(ReturnShares, {}, userId)).rejects.toEqual(suspended)
    await service.publish(UserStatusChanged, userId, { userId, status: 'investor_active', version: 9 })
    await service.until('they are active again', async () => {
      return (await service.rows('investor_statuses').findOne({ _id: userId }))?.['status'] === 'investor_active'
    })
    await begin(userId, address)
  })

  it('is refused for addresses of the platform and of other investors, and for the present one', async () => {
    const [userId, other] = [await shareholder(), await shareholder()]
    const token = (await service.token(propertyId))!.deployment!
    const wallet = staff.newWallet()
    await staff.prove(other, wallet)
    const { address: identity } = (await service.account(other))!
    const { identityRegistry } = await registryOf()
    const platform = [zeroAddress, numberToHex(9, { size: 20 }), token.address, token.compliance, identityRegistry]
    for (const address of [...platform, accountOf('minter').address, identity, wallet.address])
      await expect(begin(userId, address)).rejects.toEqual(refused('WALLET_TAKEN'))
    const own = (await service.account(userId))!.address
    await expect(begin(userId, own)).rejects.toEqual(refused('WALLET_IN_USE'))
    await expect(service.call(ReturnShares, {}, userId)).rejects.toEqual(refused('WALLET_IN_USE'))
  })
})

async function registryOf() {
  const { client } = service.anvil
  const { address } = (await service.token(propertyId))!.deployment!
  const abi = [
    { type: 'function', name: 'identityRegistry', inputs: [], outputs: [{ type: 'address' }], stateMutability: 'view' },
  ] as const
  return { identityRegistry: await client.readContract({ address, abi, functionName: 'identityRegistry' }) }
}

describe('the proof of a wallet', () => {
  it('by its key requests the move, which the investor sees and can withdraw', async () => {
    const userId = await shareholder()
    const wallet = staff.newWallet()
    const { relocation } = await staff.prove(userId, wallet)
    const from = (await service.account(userId))!.address
    const wanted: Partial<RelocationView> = { kind: 'own_wallet', state: 'requested', from, to: wallet.address }
    expect(relocation).toMatchObject({ ...wanted, tokens: 0, tokensMoved: 0 })
    expect(await service.call(GetAccount, {}, userId)).toMatchObject({ isCustodial: true, account: from, relocation })
    const pending = refused('WALLET_REQUEST_PENDING')
    await expect(begin(userId, staff.newWallet().address)).rejects.toEqual(pending)
    await expect(service.call(ReturnShares, {}, userId)).rejects.toEqual(pending)

    const { relocationId } = relocation
    await expect(service.call(WithdrawRelocation, { relocationId }, newId())).rejects.toEqual(refused('NOT_FOUND'))
    const withdrawn = await service.call(WithdrawRelocation, { relocationId }, userId)
    expect(withdrawn.relocation).toMatchObject({ state: 'withdrawn', endedAt: expect.any(String) })
    const closed = refused('WALLET_REQUEST_CLOSED')
    await expect(service.call(WithdrawRelocation, { relocationId }, userId)).rejects.toEqual(closed)
    expect(await staff.approve(relocationId)).toMatchObject({ ok: false, error: { extra: { why: 'request_closed' } } })
    // A wallet that has held nothing is free again.
    await staff.prove(await shareholder(), wallet)
  })

  it('by a contract’s owner is decided by the contract', async () => {
    const userId = await shareholder()
    const owner = staff.newWallet()
    const contract = await staff.deploy(ownedWallet(owner.address))
    await expect(staff.prove(userId, staff.newWallet(), contract)).rejects.toEqual(refused('WALLET_SIGNATURE_INVALID'))
    const { relocation } = await staff.prove(userId, owner, contract)
    expect(relocation.to).toBe(getAddress(contract))
  })

  it('is refused for a contract that accepts everything, never ends, or answers too much', async () => {
    const userId = await shareholder()
    const signer = staff.newWallet()
    const invalid = refused('WALLET_SIGNATURE_INVALID')
    await expect(staff.prove(userId, signer, await staff.deploy(credulousWallet))).rejects.toEqual(invalid)
    await expect(staff.prove(userId, signer, await staff.deploy(endlessWallet))).rejects.toEqual(invalid)
    const talkative = await staff.deploy(talkativeWallet)
    await expect(staff.prove(userId, signer, talkative)).rejects.toEqual(refused('WALLET_CHAIN_UNAVAILABLE'))
  })

  it('is never accepted while the node hangs or lies, and can be repeated afterwards', async () => {
    const userId = await shareholder()
    const owner = staff.newWallet()
    const contract = await staff.deploy(ownedWallet(owner.address))
    const { challengeId, message } = await begin(userId, contract)
    const signature = await owner.signMessage({ message })
    const foreign = await staff.newWallet().signMessage({ message })
    service.proxy.fault = { kind: 'hang' }
    await expect(prove(userId, challengeId, signature)).rejects.toEqual(refused('WALLET_CHAIN_UNAVAILABLE'))
    service.proxy.reset()
    const magic = `0x1626ba7e${'0'.repeat(56)}`
    service.proxy.rewrite = (answer, { method }) => {
      if (method !== 'eth_call') return answer
      const { error: _refused, ...rest } = answer
      return { ...rest, result: magic }
    }
    await expect(prove(userId, challengeId, foreign)).rejects.toEqual(refused('WALLET_SIGNATURE_INVALID'))
    service.proxy.reset()
    await prove(userId, challengeId, signature)
  })

  it('is refused by another key, for another message, and with a second signature of the same', async () => {
    const userId = await shareholder()
    const wallet = staff.newWallet()
    const { challengeId, message } = await begin(userId, wallet.address)
    const signature = await wallet.signMessage({ message })
    const s = ORDER - BigInt(slice(signature, 32, 64))
    const v = slice(signature, 64) === '0x1b' ? '1c' : '1b'
    const highS = `${slice(signature, 0, 32)}${numberToHex(s, { size: 32 }).slice(2)}${v}` as Hex
    const others = [
      await staff.newWallet().signMessage({ message }),
      await wallet.signMessage({ message: message.replace('31337', '1') }),
      highS,
    ]
    expect(others.map(size)).toEqual([65, 65, 65])
    for (const other of others)
      await expect(prove(userId, challengeId, other)).rejects.toEqual(refused('WALLET_SIGNATURE_INVALID'))
    await prove(userId, challengeId, signature)
  })

  it('uses the message up: once, by its own investor, and before it expires', async () => {
    const [userId, other] = [await shareholder(), await shareholder()]
    const wallet = staff.newWallet()
    const ended = refused('WALLET_CHALLENGE_ENDED')
    const { challengeId, message } = await begin(userId, wallet.address)
    const signature = await wallet.signMessage({ message })
    await expect(prove(other, challengeId, signature)).rejects.toEqual(ended)
    const expired = await begin(userId, wallet.address)
    const expiresAt = new Date(Date.now() - 1)
    await service.rows('wallet_challenges').updateOne({ _id: expired.challengeId }, { $set: { expiresAt } })
    const late = await wallet.signMessage({ message: expired.message })
    await expect(prove(userId, expired.challengeId, late)).rejects.toEqual(ended)

    const results = await Promise.allSettled([1, 2, 3].map(() => prove(userId, challengeId, signature)))
    const done = results.filter((result) => result.status === 'fulfilled')
    expect(done).toHaveLength(1)
    await service.call(WithdrawRelocation, { relocationId: done[0]!.value.relocation.relocationId }, userId)
    await expect(prove(userId, challengeId, signature)).rejects.toEqual(ended)
  })

  it('is refused when the investor may no longer move shares there, although the message was given', async () => {
    const userId = await shareholder()
    const wallet = staff.newWallet()
    const { challengeId, message } = await begin(userId, wallet.address)
    const proof = async () => prove(userId, challengeId, await wallet.signMessage({ message }))
    const accounts = service.rows('accounts')
    const { address } = (await service.account(userId))!

    await accounts.updateOne({ _id: userId }, { $set: { address: wallet.address } })
    await expect(proof()).rejects.toEqual(refused('WALLET_IN_USE'))
    await accounts.updateOne({ _id: userId }, { $set: { address, state: 'onboarding' } })
    await expect(proof()).rejects.toEqual(refused('WALLET_NO_SHARES'))
    await accounts.updateOne({ _id: userId }, { $set: { state: 'registered' } })
    await service.rows('investor_statuses').insertOne({ _id: userId, status: 'suspended', version: 9 })
    await expect(proof()).rejects.toEqual(refused('ACCOUNT_SUSPENDED'))
    await service.rows('investor_statuses').deleteOne({ _id: userId })
    const freezeId = await desk.freeze(userId, propertyId)
    await expect(proof()).rejects.toEqual(refused('WALLET_FROZEN'))
    await desk.lift(userId, freezeId)
    await staff.prove(userId, staff.newWallet())
    await expect(proof()).rejects.toEqual(refused('WALLET_REQUEST_PENDING'))
  })

  it('is not possible while any shares of the investor are frozen, nor is a return', async () => {
    const userId = await shareholder()
    await staff.moveToWallet(userId)
    const freezeId = await desk.freeze(userId, propertyId)
    await expect(begin(userId, staff.newWallet().address)).rejects.toEqual(refused('WALLET_FROZEN'))
    const back = () => service.call(ReturnShares, {}, userId)
    await expect(back()).rejects.toEqual(refused('WALLET_FROZEN'))
    expect(await service.rows('relocations').countDocuments({ userId, state: 'requested' })).toBe(0)
    await desk.lift(userId, freezeId)
    expect((await back()).relocation).toMatchObject({ kind: 'return', state: 'requested' })
  })

  it('tries five signatures of one message', async () => {
    const userId = await shareholder()
    const wallet = staff.newWallet()
    const { challengeId, message } = await begin(userId, wallet.address)
    const wrong = await staff.newWallet().signMessage({ message })
    for (let n = 0; n < 5; n += 1)
      await expect(prove(userId, challengeId, wrong)).rejects.toEqual(refused('WALLET_SIGNATURE_INVALID'))
    const signature = await wallet.signMessage({ message })
    await expect(prove(userId, challengeId, signature)).rejects.toEqual(refused('WALLET_CHALLENGE_ENDED'))
  })

  it('of one wallet by two investors at once succeeds for one', async () => {
    const users = [await shareholder(), await shareholder()]
    const wallet = staff.newWallet()
    const begun = await Promise.all(users.map((userId) => begin(userId, wallet.address)))
    const proofs = begun.map(async ({ challengeId, message }, n) =>
      prove(users[n]!, challengeId, await wallet.signMessage({ message })),
    )
    const results = await Promise.allSettled(proofs)
    const [failed] = results.filter((result) => result.status === 'rejected')
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(failed!.reason).toEqual(refused('WALLET_TAKEN'))
  })
})

describe('the screening of a wallet', () => {
  it('refuses a listed address, and every address while no list is loaded', async () => {
    const userId = await shareholder()
    const wallet = staff.newWallet()
    service.listed.add(wallet.address.toLowerCase())
    await expect(staff.prove(userId, wallet)).rejects.toEqual(refused('WALLET_REFUSED'))
    service.isListLoaded = false
    await expect(staff.prove(userId, staff.newWallet())).rejects.toEqual(refused('WALLET_REFUSED'))
    service.isListLoaded = true
    expect(await service.rows('account_addresses').countDocuments({ userId, kind: 'wallet' })).toBe(0)
  })

  it('is repeated before the move: an address that was listed since is refused', async () => {
    const userId = await shareholder()
    const wallet = staff.newWallet()
    const { relocation } = await staff.prove(userId, wallet)
    service.listed.add(wallet.address.toLowerCase())
    const why = { ok: false, error: { code: 'SHARE_ACTION_NOT_POSSIBLE', extra: { why: 'screening' } } }
    expect(await staff.approve(relocation.relocationId)).toMatchObject(why)
    service.listed.delete(wallet.address.toLowerCase())
    expect(await staff.approve(relocation.relocationId)).toMatchObject({ ok: true, value: { state: 'moving' } })
    await staff.untilCompleted(relocation.relocationId)
  })

  it('is repeated daily while the wallet is in use; a hit is shown to staff, and moves nothing', async () => {
    const userId = await shareholder()
    const { address } = await staff.moveToWallet(userId)
    service.listed.add(address.toLowerCase())
    const rows = service.rows('account_addresses')
    await rows.updateOne({ _id: address }, { $set: { screenAt: new Date() } })
    const row = await service.until('the hit is known', () =>
      rows.findOne({ _id: address, listedAt: { $exists: true } }),
    )
    expect(row['screenAt'].getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect((await service.account(userId))!.address).toBe(address)
    const listed = () => metricOf(service.running[0]!, 'tokenisation_wallets_listed')
    expect(await listed()).toBe(1)
    service.listed.delete(address.toLowerCase())
    await rows.updateOne({ _id: address }, { $set: { screenAt: new Date() } })
    await service.until('the hit is gone', () => rows.findOne({ _id: address, listedAt: { $exists: false } }))
    expect(await listed()).toBe(0)
  })
})
