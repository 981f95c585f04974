import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  ListShareDecisions,
  ListShareholders,
  WithdrawRelocation,
  type ShareDecisionView,
} from '@hissa/contracts/tokenisation'
import { newId } from '@hissa/kernel'
import { Desk } from './desk.js'
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
afterAll(() => service.stop())

const COMPLIANCE = ['compliance']
const code = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: { code: string }) => error.code,
  )
const list = (view: 'open' | 'frozen' | 'own_wallet' | 'all', more: { limit?: number; cursor?: string } = {}) =>
  service.call(ListShareholders, { view, limit: 100, ...more }, desk.maker, COMPLIANCE)
const find = async (query: string) =>
  (await service.call(ListShareholders, { view: 'open', limit: 100, query }, desk.maker, COMPLIANCE)).shareholders

/** Returns every page of a view, and checks that each count is of all of them. */
async function pagesOf(view: Parameters<typeof list>[0], limit: number): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await list(view, { limit, ...(cursor && { cursor }) })
    expect(page.shareholders.length).toBeLessThanOrEqual(limit)
    seen.push(...page.shareholders.map(({ userId }) => userId))
    cursor = page.cursor
  } while (cursor)
  return seen
}

/** Returns a proposal that is in the list of those that wait. */
const listed = async (approvalId: string): Promise<ShareDecisionView | undefined> => {
  const { decisions } = await service.call(ListShareDecisions, { limit: 100 }, desk.maker, COMPLIANCE)
  return decisions.find((decision) => decision.approvalId === approvalId)
}

describe('the lists', () => {
  it('return each shareholder once, in pages, with what waits for staff first', async () => {
    const orders = [
      await desk.minted(propertyId, 1),
      await desk.minted(propertyId, 1),
      await desk.minted(propertyId, 1),
    ]
    const [first, second, third] = orders.map(({ userId }) => userId) as [string, string, string]
    await investors.prove(first, investors.newWallet())
    await desk.propose(second, { type: 'freeze' })
    await desk.propose(first, { type: 'freeze' })
    await desk.freeze(third, propertyId)

    const open = await pagesOf('open', 1)
    expect(open.filter((userId) => [first, second, third].includes(userId))).toEqual([first, second])
    expect(new Set(open).size).toBe(open.length)
    expect((await list('open')).count).toBe(open.length)
    const { shareholders } = await list('open')
    const row = shareholders.find(({ userId }) => userId === first)
    expect(row).toMatchObject({ isFrozen: false, pending: 1, relocation: { state: 'requested' }, isRegistered: true })

    const frozen = await pagesOf('frozen', 2)
    expect(frozen).toContain(third)
    expect(frozen).not.toContain(first)
    expect(frozen).toEqual([...new Set(frozen)].sort())
    expect((await list('frozen', { limit: 1 })).count).toBe(frozen.length)
    const all = await pagesOf('all', 3)
    expect(all).toEqual((await service.rows('accounts').find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id))
    expect((await list('all', { limit: 1 })).count).toBe(all.length)
  })

  it('refuse a cursor of another view, and audit each read without the query', async () => {
    const { cursor } = await list('all', { limit: 1 })
    expect(await code(list('frozen', { cursor: cursor! }))).toBe('VALIDATION_FAILED')
    expect(await code(list('open', { cursor: cursor! }))).toBe('VALIDATION_FAILED')
    const decisions = (more: { limit: number; cursor?: string }, roles = COMPLIANCE) =>
      service.call(ListShareDecisions, more, desk.maker, roles)
    expect(await code(decisions({ limit: 1, cursor: cursor! }))).toBe('VALIDATION_FAILED')
    await find('somebody@example.com')
    const [row] = await service
      .rows('audit')
      .find({ action: 'shareholders.listed' })
      .sort({ _id: -1 })
      .limit(1)
      .toArray()
    expect(row).toMatchObject({ actor: desk.maker, subject: null, detail: { by: 'id', userIds: [] } })
    expect(JSON.stringify(row)).not.toContain('example.com')
  })

  it('find a shareholder by id and by each address that holds or has held shares, in any spelling', async () => {
    const { userId, account: custody } = await desk.minted(propertyId, 2)
    const wallet = investors.newWallet()
    const { relocation } = await investors.prove(userId, wallet)
    expect(await find(wallet.address)).toEqual([])
    await desk.carryOut(userId, { type: 'move', relocationId: relocation.relocationId })
    await investors.untilCompleted(relocation.relocationId)
    for (const query of [userId, ` ${userId} `, custody, custody.toLowerCase(), wallet.address])
      expect((await find(query)).map((row) => [row.userId, row.address])).toEqual([[userId, wallet.address]])
    for (const query of [userId.slice(0, -1), newId(), investors.newWallet().address, 'x'])
      expect(await find(query)).toEqual([])
  })

  it('show proposals that wait for a second person, oldest first, also to finance', async () => {
    const before = (await service.call(ListShareDecisions, { limit: 100 }, desk.maker, COMPLIANCE)).decisions.length
    const orders = [await desk.minted(propertyId, 1), await desk.minted(propertyId, 1)]
    const ids: string[] = []
    for (const { userId } of orders) ids.push((await desk.propose(userId, { type: 'freeze' })).approvalId)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const input = { limit: 1, ...(cursor && { cursor }) }
      const page = await service.call(ListShareDecisions, input, newId(), ['finance'])
      expect(page.count).toBe(before + 2)
      seen.push(...page.decisions.map(({ approvalId }) => approvalId))
      cursor = page.cursor
    } while (cursor)
    expect(seen.slice(-2)).toEqual(ids)
    expect(seen).toHaveLength(before + 2)
    const [row] = await service.rows('audit').find({ action: 'share-decisions.listed' }).sort({ _id: -1 }).toArray()
    expect(row).toMatchObject({ detail: { approvalIds: [ids[1]] } })
  })

  it('show what a proposal is about: which shares, from where and to where, and what it rests on', async () => {
    const other = await service.liveToken(100)
    const { userId, account: from } = await desk.minted(propertyId, 3)
    await desk.minted(other, 4, userId)
    await service.until(
      'both are read from the chain',
      async () => (await desk.shareholder(userId)).tokens.length === 2,
    )
    const wallet = investors.newWallet()
    const { relocation } = await investors.prove(userId, wallet)
    const move = await desk.propose(userId, { type: 'move', relocationId: relocation.relocationId })
    const freeze = await desk.propose(userId, { type: 'freeze', propertyId: other })
    const units = (decision: ShareDecisionView) =>
      Object.fromEntries(decision.scope!.tokens.map(({ property, units: count }) => [property.propertyId, count]))
    const [moving, freezing] = [await listed(move.approvalId), await listed(freeze.approvalId)]
    expect(moving).toMatchObject({ scope: { from, to: wallet.address }, evidence: move.evidence })
    expect(units(moving!)).toEqual({ [propertyId]: 3, [other]: 4 })
    expect(freezing).toMatchObject({ scope: { property: { propertyId: other }, from } })
    expect(units(freezing!)).toEqual({ [other]: 4 })
    expect([moving!.isStale, freezing!.isStale, freezing!.scope!.to]).toEqual([undefined, undefined, undefined])
    const seen = await desk.shareholder(userId)
    expect(seen.decisions.map(({ scope }) => scope)).toEqual([freezing!.scope, moving!.scope])
    expect(seen.country).toBe('AE')
  })

  it('mark a proposal that has lost its ground; it is replaced when it is proposed again, and audited', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    const { relocation } = await investors.prove(userId, investors.newWallet())
    const stale = await desk.propose(userId, { type: 'move', relocationId: relocation.relocationId })
    await service.call(WithdrawRelocation, { relocationId: relocation.relocationId }, userId)
    expect(await listed(stale.approvalId)).toMatchObject({ state: 'pending', isStale: true })
    const second = (await investors.prove(userId, investors.newWallet())).relocation
    const next = await desk.propose(userId, { type: 'move', relocationId: second.relocationId })
    expect(await listed(stale.approvalId)).toBeUndefined()
    expect((await desk.shareholder(userId)).decisions.map(({ state }) => state)).toEqual(['pending', 'expired'])
    expect(next.approvalId).not.toBe(stale.approvalId)
    const rows = service.rows('audit').find({ action: 'shares.expired', subject: userId })
    expect(await rows.toArray()).toMatchObject([{ actor: desk.maker, detail: { approvalId: stale.approvalId } }])
  })

  it('show each wallet of a shareholder with its latest screening and the date of the list', async () => {
    const { userId } = await desk.minted(propertyId, 2)
    expect((await desk.shareholder(userId)).wallets).toEqual([])
    const wallet = investors.newWallet()
    await investors.prove(userId, wallet)
    const screened = { address: wallet.address, state: 'requested', listDate: '2026-11-01' }
    expect((await desk.shareholder(userId)).wallets).toEqual([{ ...screened, screenedAt: expect.any(String) }])
    service.listed.add(wallet.address.toLowerCase())
    await service.rows('account_addresses').updateOne({ _id: wallet.address }, { $set: { screenAt: new Date() } })
    await service.until('the hit is shown', async () => (await desk.shareholder(userId)).wallets[0]!.isListed)
    service.listed.clear()
  })

  it('know no shareholder without an account', async () => {
    expect(await code(desk.shareholder(newId()))).toBe('NOT_FOUND')
  })
})
