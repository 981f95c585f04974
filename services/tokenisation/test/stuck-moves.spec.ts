import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { toFunctionSelector, type Address, type Hash, type Hex } from 'viem'
import { requestRelease } from '../src/chain/chain.api.js'
import type { Relocation } from '../src/relocations/relocations.api.js'
import { Desk } from './desk.js'
import { Tokenisation } from './harness.js'
import { Holders, type Holder } from './holders.js'
import { accountOf } from './role-keys.js'
import { Staff } from './staff.js'

/** A contract that reverts every call. */
const REVERTS: Hex = '0x60006000fd'
const REGISTER = toFunctionSelector('registerIdentity(address,address,uint16)')
const MOVE = toFunctionSelector('forcedTransfer(address,address,uint256)')
const RECOVER = toFunctionSelector('recoveryAddress(address,address,address)')
const CALLS = new Set(['eth_call', 'eth_estimateGas'])

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
// A failed test may have left it refusing or paused.
afterEach(() => {
  service.proxy.reset()
  service.mine()
})
afterAll(() => service.stop())

/** Has the contract refuse the calls of a function, of one contract if it is named. */
function refuseCalls(selectors: readonly string[], contract?: Address): void {
  service.proxy.rewrite = (answer, { method, params }) => {
    if (!CALLS.has(method)) return answer
    const { to, data } = params[0] as { to?: string; data?: string }
    const isRefused = selectors.some((selector) => data?.startsWith(selector))
    const isMeant = contract === undefined || to?.toLowerCase() === contract.toLowerCase()
    const error = { code: 3, message: 'execution reverted', data: '0x' }
    return isRefused && isMeant ? { ...answer, result: undefined, error } : answer
  }
}

const tokenOf = async (propertyId: string) => (await service.token(propertyId))!.deployment!.address
const relocation = async (relocationId: string) => (await staff.relocations.byId(relocationId))!
const untilMove = (relocationId: string, what: string, look: (row: Relocation) => boolean) =>
  service.until(what, async () => {
    const row = await relocation(relocationId)
    return look(row) && row
  })
const untilRefused = (relocationId: string) =>
  untilMove(relocationId, 'a step is refused', ({ refusal }) => refusal !== undefined)
const untilUndone = (relocationId: string) =>
  untilMove(relocationId, 'the move is undone', ({ state, isWorking }) => state === 'cancelled' && !isWorking)

/** Waits until a step has signed bytes, and returns its transaction. */
const untilSent = (relocationId: string) =>
  service.until('a step is sent', () =>
    service.rows('chain_transactions').findOne({ 'ref.relocationId': relocationId, acceptedAt: { $exists: true } }),
  )
const why = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: { extra?: { why?: unknown } }) => error.extra?.why,
  )
const cancel = (relocationId: string) => ({ type: 'cancel' as const, relocationId })
const retry = (relocationId: string) => ({ type: 'retry' as const, relocationId })
const events = (relocationId: string) => service.events('tokenisation.relocation.cancelled.v1', relocationId)

async function expectCancelled({ userId, custody }: Holder, relocationId: string): Promise<void> {
  expect(await relocation(relocationId)).toMatchObject({ state: 'cancelled', endedAt: expect.any(Date) })
  const told = { relocationId, userId, kind: 'own_wallet', address: custody, isCustodial: true }
  expect(await events(relocationId)).toEqual([expect.objectContaining(told)])
}

describe('a move that the chain refuses', () => {
  it('is shown to staff with the reason, and cancelled by two people before anything has moved', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(2))
    const { userId, custody, orders } = holder
    refuseCalls([REGISTER])
    const { wallet, relocationId } = await staff.beginMove(userId)
    await untilRefused(relocationId)
    const shown = await desk.shareholder(userId)
    const refusal = { reason: 'REVERTED', at: expect.any(String), count: expect.any(Number) }
    expect(shown.relocation).toMatchObject({ state: 'moving', refusal })
    expect(shown.actions).toEqual(expect.arrayContaining([cancel(relocationId), retry(relocationId)]))
    const { approvalId } = await desk.propose(userId, cancel(relocationId))
    await expect(desk.decide(approvalId, 'approve', desk.maker)).rejects.toMatchObject({ code: 'APPROVAL_SAME_PERSON' })
    expect((await relocation(relocationId)).state).toBe('moving')
    await desk.decide(approvalId)
    await expectCancelled(holder, relocationId)
    await untilUndone(relocationId)
    await holders.expectAllAt(custody, holder, [wallet.address])
    expect(await holders.addressesOf(userId)).toEqual({ [custody]: 'open', [wallet.address]: 'closed' })
    const sent = { 'ref.relocationId': relocationId, attempts: { $ne: [] } }
    expect(await service.rows('chain_transactions').countDocuments(sent)).toBe(0)
    service.proxy.reset()
    // Everything works again: shares are issued, and another move is possible.
    await desk.minted(orders[0]!.propertyId, 3, userId)
    const again = await staff.moveToWallet(userId, wallet)
    expect((await service.account(userId))!.address).toBe(again.address)
  })

  it('after some of the shares have moved, brings these back and deletes the registration of the wallet', async () => {
    const properties = await holders.liveTokens(2)
    const holder = await holders.holderOf(properties)
    refuseCalls([MOVE], await tokenOf(properties[1]!))
    const { wallet, relocationId } = await staff.beginMove(holder.userId)
    await untilMove(relocationId, 'one token has moved', ({ steps, refusal }) => {
      return refusal !== undefined && steps.some(({ kind, receipt }) => kind === 'move' && receipt !== undefined)
    })
    expect((await service.onChain(properties[0]!, [wallet.address])).balances).toEqual([1])
    await desk.carryOut(holder.userId, cancel(relocationId))
    await untilUndone(relocationId)
    await expectCancelled(holder, relocationId)
    await holders.expectAllAt(holder.custody, holder, [wallet.address])
    expect(await holders.isRegistered(properties[0]!, wallet.address)).toBe(false)
    expect(await events(relocationId)).toHaveLength(1)
  })

  it('is not cancelled after shares have moved while they are frozen, because they could not return', async () => {
    const properties = await holders.liveTokens(2)
    const { userId } = await holders.holderOf(properties)
    refuseCalls([MOVE], await tokenOf(properties[1]!))
    const { relocationId } = await staff.beginMove(userId)
    await untilMove(relocationId, 'one token has moved', ({ steps, refusal }) => {
      return refusal !== undefined && steps.some(({ kind, receipt }) => kind === 'move' && receipt !== undefined)
    })
    const freezeId = await desk.freeze(userId)
    expect(await why(desk.propose(userId, cancel(relocationId)))).toBe('frozen')
    await desk.lift(userId, freezeId)
    await desk.propose(userId, cancel(relocationId))
  })

  it('is retried at once when two people decide it', async () => {
    const slow = { settings: {}, pace: { retryMs: 3_600_000 } }
    await service.drainAll()
    await service.bootAnother(slow)
    const holder = await holders.holderOf(await holders.liveTokens(1))
    refuseCalls([REGISTER])
    const { wallet, relocationId } = await staff.beginMove(holder.userId)
    await untilRefused(relocationId)
    service.proxy.reset()
    await desk.carryOut(holder.userId, retry(relocationId))
    expect((await staff.untilCompleted(relocationId)).refusal).toBeUndefined()
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
    expect(await why(desk.propose(holder.userId, retry(relocationId)))).toBe('not_moving')
    await service.drainAll()
    await service.bootAnother()
  })

  it('that recovers a lost wallet is cancelled only while nothing has left the wallet', async () => {
    const properties = await holders.liveTokens(2)
    const holder = await holders.holderOf(properties)
    const { userId } = holder
    const wallet = await staff.moveToWallet(userId)
    refuseCalls([RECOVER])
    await desk.carryOut(userId, { type: 'recover' })
    const first = (await staff.relocations.openOf(userId))!._id
    await untilRefused(first)
    await desk.carryOut(userId, cancel(first))
    await untilUndone(first)
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
    expect(await holders.isRegistered(properties[0]!, wallet.address)).toBe(true)
    expect(await events(first)).toEqual([expect.objectContaining({ kind: 'recovery', isCustodial: false })])

    refuseCalls([MOVE, RECOVER], await tokenOf(properties[1]!))
    await desk.carryOut(userId, { type: 'recover' })
    const second = (await staff.relocations.openOf(userId))!._id
    await untilMove(second, 'one token has moved', ({ steps, refusal }) => {
      return refusal !== undefined && steps.some(({ kind, receipt }) => kind === 'move' && receipt !== undefined)
    })
    expect(await why(desk.propose(userId, cancel(second)))).toBe('partly_moved')
    service.proxy.reset()
    await staff.untilCompleted(second)
    await holders.expectAllAt(holder.custody, holder, [wallet.address])
  })
})

describe('a move whose transaction may still be executed', () => {
  it('is neither cancelled nor retried, also if that was proposed before it was sent', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(1))
    const { userId } = holder
    refuseCalls([REGISTER])
    const { wallet, relocationId } = await staff.beginMove(userId)
    await untilRefused(relocationId)
    const { approvalId } = await desk.propose(userId, cancel(relocationId))
    await service.pauseMining()
    service.proxy.reset()
    await untilSent(relocationId)
    expect(await why(desk.decide(approvalId))).toBe('in_flight')
    expect(await why(desk.propose(userId, retry(relocationId)))).toBe('in_flight')
    expect((await desk.shareholder(userId)).actions.map(({ type }) => type)).not.toContain('retry')
    expect(await relocation(relocationId)).toMatchObject({ state: 'moving' })
    service.mine()
    await staff.untilCompleted(relocationId)
    await holders.expectAllAt(wallet.address, holder, [holder.custody])
    expect((await desk.shareholder(userId)).decisions[0]).toMatchObject({ state: 'pending', isStale: true })
    await expect(desk.decide(approvalId)).rejects.toMatchObject({ code: 'APPROVAL_EVIDENCE_CHANGED' })
  })

  it('is cancelled while it waits without a signature, and is never sent afterwards', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(1))
    const { userId, custody } = holder
    // The balance of the signer doesn't suffice, so the step stays planned.
    const { client } = service.anvil
    const { address } = accountOf('registrar')
    const balance = await client.getBalance({ address })
    await client.setBalance({ address, value: 1n })
    const { wallet, relocationId } = await staff.beginMove(userId)
    const planned = await service.until('a step is planned', () =>
      service.rows('chain_transactions').findOne({ 'ref.relocationId': relocationId, state: 'planned' }),
    )
    await desk.carryOut(userId, cancel(relocationId))
    await client.setBalance({ address, value: balance })
    await untilUndone(relocationId)
    expect(await service.rows('chain_transactions').findOne({ _id: planned._id })).toMatchObject({
      ...{ state: 'rejected', reason: { code: 'WITHDRAWN' }, attempts: [] },
    })
    await holders.expectAllAt(custody, holder, [wallet.address])
    expect(await holders.isRegistered(holder.orders[0]!.propertyId, wallet.address)).toBe(false)
  })

  it('is cancelled once it has failed on the chain, deep enough', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(1))
    const { userId, custody, orders } = holder
    const { client } = service.anvil
    await service.pauseMining()
    const { wallet, relocationId } = await staff.beginMove(userId)
    const sent = await untilSent(relocationId)
    const registry = sent['to'] as Address
    const code = (await client.getCode({ address: registry }))!
    await client.setCode({ address: registry, bytecode: REVERTS })
    await client.mine({ blocks: 1 })
    await service.until('the step is in a block', () =>
      service.rows('chain_transactions').findOne({ _id: sent._id, state: 'mined', 'included.succeeded': false }),
    )
    expect(await why(desk.propose(userId, cancel(relocationId)))).toBe('in_flight')
    service.mine()
    await service.until('the step has failed', () =>
      service.rows('chain_transactions').findOne({ _id: sent._id, state: 'failed' }),
    )
    await desk.carryOut(userId, cancel(relocationId))
    await expectCancelled(holder, relocationId)
    await client.setCode({ address: registry, bytecode: code })
    await untilUndone(relocationId)
    await holders.expectAllAt(custody, holder, [wallet.address])
    expect(await holders.isRegistered(orders[0]!.propertyId, wallet.address)).toBe(false)
  })

  it('is cancelled once an operator has found that its nonce was used by something else', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(1))
    const { userId, custody } = holder
    const { client } = service.anvil
    await service.pauseMining()
    const { wallet, relocationId } = await staff.beginMove(userId)
    const sent = await untilSent(relocationId)
    await client.dropTransaction({ hash: (sent['attempts'] as { hash: Hash }[])[0]!.hash })
    const account = accountOf('registrar')
    await client.sendTransaction({ account, to: account.address, nonce: sent['nonce'] as number, chain: client.chain })
    await client.mine({ blocks: 1 })
    expect(await why(desk.propose(userId, cancel(relocationId)))).toBe('in_flight')
    await service.until('the role is halted', async () => {
      await client.mine({ blocks: 1 })
      return service.rows('chain_signers').findOne({ _id: 'registrar', haltedAt: { $exists: true } })
    })
    expect(await why(desk.propose(userId, cancel(relocationId)))).toBe('in_flight')
    refuseCalls([REGISTER])
    await requestRelease(service.connection, 'registrar')
    await untilRefused(relocationId)
    await desk.carryOut(userId, cancel(relocationId))
    service.proxy.reset()
    service.mine()
    await untilUndone(relocationId)
    await holders.expectAllAt(custody, holder, [wallet.address])
    await expectCancelled(holder, relocationId)
  })
})

describe('a reorganisation after a cancelled move', () => {
  it('that brings its failed transaction back has its effect undone', async () => {
    const holder = await holders.holderOf(await holders.liveTokens(1))
    const { userId, custody, orders } = holder
    const { client } = service.anvil
    await service.pauseMining()
    const { wallet, relocationId } = await staff.beginMove(userId)
    const sent = await untilSent(relocationId)
    const registry = sent['to'] as Address
    const code = (await client.getCode({ address: registry }))!
    await client.setCode({ address: registry, bytecode: REVERTS })
    const mark = await service.markBlock()
    await service.until('the step has failed', () =>
      service.rows('chain_transactions').findOne({ _id: sent._id, state: 'failed' }),
    )
    await desk.carryOut(userId, cancel(relocationId))
    await client.setCode({ address: registry, bytecode: code })
    // The states of confirmed blocks are read.
    await client.mine({ blocks: 10 })
    await untilUndone(relocationId)
    await service.reorganiseSince(mark)
    await client.setCode({ address: registry, bytecode: code })
    service.mine()
    await service.until('the step is executed after all', () =>
      service.rows('chain_transactions').findOne({ _id: sent._id, state: 'confirmed' }),
    )
    await untilUndone(relocationId)
    expect(await holders.isRegistered(orders[0]!.propertyId, wallet.address)).toBe(false)
    await holders.expectAllAt(custody, holder, [wallet.address])
    expect(await events(relocationId)).toHaveLength(1)
  })
})
