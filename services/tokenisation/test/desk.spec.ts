import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  DeclineRelocation,
  GetShareholder,
  ListShareholders,
  ProposeShareAction,
  ReturnShares,
  WithdrawRelocation,
  WithdrawShareAction,
  type ShareAction,
} from '@hissa/contracts/tokenisation'
import { newId } from '@hissa/kernel'
import { Desk, REASON } from './desk.js'
import { Tokenisation } from './harness.js'
import { Staff } from './staff.js'

let service: Tokenisation
let desk: Desk
let investors: Staff
let propertyId: string

beforeAll(async () => {
  service = await Tokenisation.start()
  desk = new Desk(service)
  investors = new Staff(service)
  propertyId = await service.liveToken(1_000)
})
// A failed test may have left it paused.
afterEach(() => {
  service.mine()
  service.listed.clear()
  service.isListLoaded = true
})
afterAll(() => service.stop())

const COMPLIANCE = ['compliance']
const refusal = (call: Promise<unknown>): Promise<{ code?: string; extra?: Record<string, unknown> }> =>
  call.then(
    () => ({}),
    (error: { code: string; extra?: Record<string, unknown> }) => error,
  )
const code = async (call: Promise<unknown>) => (await refusal(call)).code
const why = async (call: Promise<unknown>) => (await refusal(call)).extra?.['why']
const ownWallets = async () => {
  const input = { view: 'own_wallet' as const, limit: 100 }
  return (await service.call(ListShareholders, input, desk.maker, COMPLIANCE)).shareholders.map(({ userId }) => userId)
}
const audits = async (subject: string) =>
  (await service.rows('audit').find({ subject }).sort({ _id: 1 }).toArray()).map(({ action, actor }) => [action, actor])

describe('an action on a shareholder', () => {
  it('takes effect when another person approves it, and both are in the audit log with their reasons', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    const action: ShareAction = { type: 'freeze', propertyId }
    const proposed = await desk.propose(userId, action)
    expect(proposed).toEqual({
      ...{ approvalId: expect.any(String), userId, action, state: 'pending', maker: desk.maker, reason: REASON },
      evidence: expect.stringMatching(/^[0-9a-f]{64}$/),
      requestedAt: expect.any(String),
    })
    expect(await desk.shareholder(userId)).toMatchObject({ isFrozen: false, pending: 1, freezes: [] })
    const decided = await desk.decide(proposed.approvalId)
    expect(decided).toMatchObject({ state: 'approved', checker: desk.checker, endedAt: expect.any(String) })
    const { freezes, decisions, isFrozen, pending } = await desk.shareholder(userId)
    expect([isFrozen, pending, freezes.length]).toEqual([true, 0, 1])
    expect(decisions).toEqual([decided])
    const rows = await service
      .rows('audit')
      .find({ subject: userId, action: /^shares\./ })
      .sort({ _id: 1 })
      .toArray()
    const { approvalId } = proposed
    expect(rows.map(({ action: what, actor, detail }) => [what, actor, detail])).toEqual([
      ['shares.proposed', desk.maker, expect.objectContaining({ approvalId, type: 'freeze', reason: REASON })],
      [
        'shares.approved',
        desk.checker,
        expect.objectContaining({ approvalId, maker: desk.maker, reason: 'Checked against the order' }),
      ],
    ])
  })

  it('can be rejected, and then nothing happens', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    const { approvalId } = await desk.propose(userId, { type: 'freeze' })
    expect(await desk.decide(approvalId, 'reject')).toMatchObject({ state: 'rejected', checker: desk.checker })
    expect(await desk.shareholder(userId)).toMatchObject({ isFrozen: false, pending: 0, freezes: [] })
    expect((await audits(userId)).map(([action]) => action)).toContain('shares.rejected')
  })

  it('can be withdrawn by its maker only, and decided by anyone else', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    const { approvalId } = await desk.propose(userId, { type: 'freeze' })
    expect(await code(desk.decide(approvalId, 'approve', desk.maker))).toBe('APPROVAL_SAME_PERSON')
    const withdraw = (by: string, id = approvalId) =>
      service.call(WithdrawShareAction, { approvalId: id }, by, COMPLIANCE)
    expect(await code(withdraw(desk.checker))).toBe('APPROVAL_NOT_MAKER')
    expect(await code(withdraw(desk.maker, newId()))).toBe('NOT_FOUND')
    expect((await withdraw(desk.maker)).decision).toMatchObject({ state: 'withdrawn' })
    expect(await code(withdraw(desk.maker))).toBe('APPROVAL_NOT_PENDING')
    expect(await code(desk.decide(approvalId))).toBe('APPROVAL_NOT_PENDING')
    expect(await code(desk.decide(newId()))).toBe('NOT_FOUND')
    expect((await audits(userId)).at(-1)).toEqual(['shares.withdrawn', desk.maker])
    expect((await desk.shareholder(userId)).isFrozen).toBe(false)
  })

  it('that two people approve at once is decided by one of them', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    const { approvalId } = await desk.propose(userId, { type: 'freeze' })
    const checkers = [newId(), newId()]
    const ended = await Promise.all(checkers.map((by) => code(desk.decide(approvalId, 'approve', by))))
    expect(ended.sort()).toEqual(['APPROVAL_NOT_PENDING', undefined])
    expect(await desk.freezes(userId)).toHaveLength(1)
    expect((await audits(userId)).filter(([action]) => action === 'shares.approved')).toHaveLength(1)
  })

  it('is not decided by the shareholder, who sees their own account without actions', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    const { approvalId } = await desk.propose(userId, { type: 'freeze' })
    expect(await code(desk.propose(userId, { type: 'freeze' }, userId))).toBe('CONFLICT_OF_INTEREST')
    expect(await code(desk.decide(approvalId, 'reject', userId))).toBe('CONFLICT_OF_INTEREST')
    expect(await desk.shareholder(userId, userId)).toMatchObject({ own: true, actions: [] })
    const { relocation } = await investors.prove(userId, investors.newWallet())
    const decline = { relocationId: relocation.relocationId, reason: REASON }
    expect(await code(service.call(DeclineRelocation, decline, userId, COMPLIANCE))).toBe('CONFLICT_OF_INTEREST')
    expect(await desk.shareholder(userId)).toMatchObject({ pending: 1, relocation: { state: 'requested' } })
  })

  it('is proposed once at a time, and by compliance only', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    const { approvalId } = await desk.propose(userId, { type: 'freeze' })
    const again = await refusal(desk.propose(userId, { type: 'freeze', propertyId }))
    expect([again.code, again.extra?.['approvalId']]).toEqual(['APPROVAL_PENDING', approvalId])
    expect((await desk.shareholder(userId)).actions).toEqual([])
    const input = { userId, action: { type: 'freeze' as const }, reason: REASON }
    for (const roles of [['finance'], ['admin'], []])
      expect(await code(service.call(ProposeShareAction, input, newId(), roles))).toBe('FORBIDDEN')
    const read = await service.call(GetShareholder, { userId }, newId(), ['finance'])
    expect(read.shareholder).toMatchObject({ actions: [], pending: 1 })
    expect(await code(service.call(GetShareholder, { userId }, newId(), ['content']))).toBe('FORBIDDEN')
  })

  it('that rested on something else expires, and is proposed again', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    const other = await service.liveToken(10)
    const first = await desk.propose(userId, { type: 'freeze', propertyId })
    const rows = service.rows('freezes')
    // Another decision changes what is frozen while this one is being looked at.
    const now = new Date()
    const freeze = { userId, propertyId: other, state: 'freezing', approvalId: newId(), frozenAt: now, version: 1 }
    await rows.insertOne({ _id: newId(), ...freeze, mintsUntil: now, dueAt: now })
    expect(await code(desk.decide(first.approvalId))).toBe('APPROVAL_EVIDENCE_CHANGED')
    expect(await code(desk.decide(first.approvalId))).toBe('APPROVAL_NOT_PENDING')
    expect((await desk.shareholder(userId)).decisions[0]).toMatchObject({ state: 'expired' })
    expect((await audits(userId)).map(([action]) => action)).toContain('shares.expired')
    await desk.freeze(userId, propertyId)
    expect((await desk.freezes(userId)).length).toBe(2)
  })

  it('expires the others about the same shareholder when it begins', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    const wallet = investors.newWallet()
    const { relocation } = await investors.prove(userId, wallet)
    const move = await desk.propose(userId, { type: 'move', relocationId: relocation.relocationId })
    await desk.freeze(userId, propertyId)
    const { decisions, pending } = await desk.shareholder(userId)
    expect(pending).toBe(0)
    expect(decisions.find(({ approvalId }) => approvalId === move.approvalId)?.state).toBe('expired')
    const rows = service.rows('audit').find({ action: 'shares.expired', subject: userId })
    expect(await rows.toArray()).toMatchObject([
      { actor: desk.checker, roles: COMPLIANCE, detail: { approvalId: move.approvalId, maker: desk.maker } },
    ])
    expect(await code(desk.decide(move.approvalId))).toBe('APPROVAL_NOT_PENDING')
  })

  it('is not delayed by requests that the shareholder makes and withdraws', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    const freeze = await desk.propose(userId, { type: 'freeze' })
    const { relocation } = await investors.prove(userId, investors.newWallet())
    await service.call(WithdrawRelocation, { relocationId: relocation.relocationId }, userId)
    expect(await desk.decide(freeze.approvalId)).toMatchObject({ state: 'approved' })
  })
})

describe('an action that is not possible', () => {
  const unknown = newId()

  it('is refused with the reason', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    expect(await code(desk.propose(newId(), { type: 'freeze' }))).toBe('NOT_FOUND')
    expect(await code(desk.propose(userId, { type: 'freeze', propertyId: unknown }))).toBe('NOT_FOUND')
    expect(await code(desk.propose(userId, { type: 'move', relocationId: unknown }))).toBe('NOT_FOUND')
    const recover = await refusal(desk.propose(userId, { type: 'recover' }))
    expect([recover.code, recover.extra?.['why']]).toEqual(['SHARE_ACTION_NOT_POSSIBLE', 'custodial'])
    expect(await why(desk.propose(userId, { type: 'unfreeze', freezeId: unknown }))).toBe('not_frozen')
    const freezeId = await desk.freeze(userId, propertyId)
    expect(await why(desk.propose(userId, { type: 'freeze', propertyId }))).toBe('already_frozen')
    const other = await desk.minted(propertyId, 1)
    expect(await why(desk.propose(other.userId, { type: 'unfreeze', freezeId }))).toBe('not_frozen')
    await desk.lift(userId, freezeId)
    expect(await why(desk.propose(userId, { type: 'unfreeze', freezeId }))).toBe('not_frozen')
  })

  it('includes a move at the investor’s request while their shares are frozen, and one that has been withdrawn', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    await service.until('their shares are read from the chain', async () => (await desk.shareholder(userId)).tokens[0])
    const { relocation } = await investors.prove(userId, investors.newWallet())
    const move: ShareAction = { type: 'move', relocationId: relocation.relocationId }
    const freezeId = await desk.freeze(userId, propertyId)
    expect(await why(desk.propose(userId, move))).toBe('frozen')
    expect((await desk.shareholder(userId)).actions).toEqual([{ type: 'freeze' }, { type: 'unfreeze', freezeId }])
    await desk.lift(userId, freezeId)
    expect((await desk.shareholder(userId)).actions).toEqual([{ type: 'freeze' }, { type: 'freeze', propertyId }, move])
    await service.call(WithdrawRelocation, { relocationId: relocation.relocationId }, userId)
    expect(await why(desk.propose(userId, move))).toBe('request_closed')
  })

  it('includes a move of an investor who is suspended, also after it was proposed', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    const { relocation } = await investors.prove(userId, investors.newWallet())
    const move: ShareAction = { type: 'move', relocationId: relocation.relocationId }
    const { approvalId } = await desk.propose(userId, move)
    await desk.setStatus(userId, 'suspended')
    const suspended = await refusal(desk.decide(approvalId))
    expect([suspended.code, suspended.extra?.['why']]).toEqual(['SHARE_ACTION_NOT_POSSIBLE', 'suspended'])
    expect((await desk.shareholder(userId)).relocation).toMatchObject({ state: 'requested' })
    await desk.decide(approvalId, 'reject')
    expect(await why(desk.propose(userId, move))).toBe('suspended')
    expect((await desk.shareholder(userId)).actions).not.toContainEqual(move)
    await desk.setStatus(userId, 'investor_active')
    await desk.carryOut(userId, move)
    await investors.untilCompleted(relocation.relocationId)
    await desk.setStatus(userId, 'suspended')
    expect(await desk.carryOut(userId, { type: 'recover' })).toMatchObject({ state: 'approved' })
  })

  it('includes a move to a wallet that is on a sanctions list, or that could not be screened, when it is approved', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    const wallet = investors.newWallet()
    const { relocation } = await investors.prove(userId, wallet)
    const { approvalId } = await desk.propose(userId, { type: 'move', relocationId: relocation.relocationId })
    service.listed.add(wallet.address.toLowerCase())
    const listed = await refusal(desk.decide(approvalId))
    expect([listed.code, listed.extra?.['why']]).toEqual(['SHARE_ACTION_NOT_POSSIBLE', 'screening'])
    service.listed.clear()
    service.isListLoaded = false
    expect(await why(desk.decide(approvalId))).toBe('screening')
    expect((await desk.shareholder(userId)).relocation).toMatchObject({ state: 'requested' })
    expect(await desk.decide(approvalId, 'reject')).toMatchObject({ state: 'rejected' })
  })
})

describe('an approved move', () => {
  it('has all shares at the investor’s wallet, and an approved recovery brings them back with their freeze', async () => {
    const { userId, account: custody } = await desk.minted(propertyId, 6)
    const wallet = investors.newWallet()
    const { relocation } = await investors.prove(userId, wallet)
    const { relocationId } = relocation
    expect((await desk.shareholder(userId)).actions).toContainEqual({ type: 'move', relocationId })
    await desk.carryOut(userId, { type: 'move', relocationId })
    expect(await why(desk.propose(userId, { type: 'move', relocationId }))).toBe('request_closed')
    await investors.untilCompleted(relocationId)
    expect(await desk.shareholder(userId)).toMatchObject({
      ...{ address: wallet.address, identity: custody, isCustodial: false, isRegistered: true },
      relocations: [{ relocationId, kind: 'own_wallet', state: 'completed', tokens: 1, tokensMoved: 1 }],
    })
    expect(await ownWallets()).toContain(userId)

    expect(await code(service.call(ReturnShares, {}, userId))).toBeUndefined()
    const freezeId = await desk.freeze(userId)
    await desk.untilFreeze(userId, freezeId, 'frozen')
    expect(await desk.isFrozen(propertyId, wallet.address)).toBe(true)
    await desk.carryOut(userId, { type: 'recover' })
    const [recovery, returned] = (await desk.shareholder(userId)).relocations
    expect([recovery!.kind, returned!.kind, returned!.state]).toEqual(['recovery', 'return', 'declined'])
    const declined = await service.events('tokenisation.relocation.declined.v1', returned!.relocationId)
    expect(declined).toEqual([expect.objectContaining({ userId, kind: 'return' })])
    await investors.untilCompleted(recovery!.relocationId)
    await service.until('the freeze follows', async () => {
      const { address, freezes } = await desk.shareholder(userId)
      return address === custody && freezes[0]?.state === 'frozen' && desk.isFrozen(propertyId, custody)
    })
    expect(await service.onChain(propertyId, [custody, wallet.address])).toMatchObject({ balances: [6, 0] })
    await service.until('the lost wallet is not frozen any more', async () => {
      return !(await desk.isFrozen(propertyId, wallet.address))
    })
    expect(await ownWallets()).not.toContain(userId)
    await desk.lift(userId, freezeId)
    await desk.untilFreeze(userId, freezeId, 'lifted')
    expect(await desk.isFrozen(propertyId, custody)).toBe(false)
    await desk.minted(propertyId, 1, userId)
    await service.untilAgrees(propertyId)
  })

  it('continues when the shares are frozen, and the freeze ends up at the new wallet', async () => {
    const { userId, account: custody } = await desk.minted(propertyId, 3)
    const wallet = investors.newWallet()
    const { relocation } = await investors.prove(userId, wallet)
    await service.pauseMining()
    await desk.carryOut(userId, { type: 'move', relocationId: relocation.relocationId })
    const freezeId = await desk.freeze(userId)
    expect(await why(desk.propose(userId, { type: 'recover' }))).toBe('custodial')
    service.mine()
    await investors.untilCompleted(relocation.relocationId)
    await desk.untilFreeze(userId, freezeId, 'frozen')
    const frozen = [await desk.isFrozen(propertyId, wallet.address), await desk.isFrozen(propertyId, custody)]
    expect(frozen).toEqual([true, false])
    expect(await service.onChain(propertyId, [custody, wallet.address])).toMatchObject({ balances: [0, 3] })
  })
})

describe('a request of an investor', () => {
  it('can be declined by one person, which ends the proposals about it', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    const { relocation } = await investors.prove(userId, investors.newWallet())
    const { relocationId } = relocation
    const move = await desk.propose(userId, { type: 'move', relocationId })
    const decline = () => service.call(DeclineRelocation, { relocationId, reason: REASON }, desk.maker, COMPLIANCE)
    expect((await decline()).relocation).toMatchObject({ relocationId, state: 'declined', endedAt: expect.any(String) })
    expect(await code(decline())).toBe('WALLET_REQUEST_CLOSED')
    const none = { relocationId: newId(), reason: REASON }
    expect(await code(service.call(DeclineRelocation, none, desk.maker, COMPLIANCE))).toBe('NOT_FOUND')
    expect(await code(desk.decide(move.approvalId))).toBe('APPROVAL_NOT_PENDING')
    expect((await audits(userId)).map(([action]) => action)).toContain('shares.expired')
    const [row] = await service.rows('audit').find({ subject: userId, action: 'relocation.declined' }).toArray()
    expect(row).toMatchObject({ actor: desk.maker, detail: { relocationId, kind: 'own_wallet', reason: REASON } })
    expect((await desk.shareholder(userId)).relocation).toBeUndefined()
    const told = { relocationId, userId, kind: 'own_wallet', version: expect.any(Number) }
    expect(await service.events('tokenisation.relocation.declined.v1', relocationId)).toEqual([told])
  })
})

describe('the audit log', () => {
  it('is sealed, and each read of a shareholder is in it', async () => {
    const { userId } = await desk.minted(propertyId, 1)
    await desk.shareholder(userId)
    const read = await service.until('the row is sealed', () =>
      service.rows('audit').findOne({ subject: userId, action: 'shareholder.read', seq: { $exists: true } }),
    )
    expect(read).toMatchObject({ actor: desk.maker, roles: COMPLIANCE })
  })
})
