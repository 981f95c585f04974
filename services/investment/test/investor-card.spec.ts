import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { UserStatus } from '@hissa/contracts'
import { UserStatusChanged } from '@hissa/contracts/identity'
import {
  CheckInvestorCard,
  FreezeInvestorCard,
  GetInvestorCard,
  GetStatementKeys,
  ReissueInvestorCard,
  ShowInvestorCard,
  UnfreezeInvestorCard,
} from '@hissa/contracts/investment'
import { canonicalJson, newId } from '@hissa/kernel'
import { refusal } from './desk.js'
import { Investment } from './harness.js'

const NAME = 'Amal Al Suwaidi'
const JOINED = '2040-01-12T08:00:00.000Z'
const CHANGED = 'investment.investor_card.changed.v1'
const HOURS = 60
const NO_NAME = { type: 'about:blank', title: 'Not found', status: 404, code: 'NOT_FOUND', detail: 'No such user.' }

let app: Investment
/** Accounts of which identity knows no name. */
const nameless = new Set<string>()
beforeAll(async () => {
  app = await Investment.start()
  app.bus.nc.subscribe('rpc.identity.getMember', {
    callback: (_, message) => {
      const { userId } = message.json<{ data: { input: { userId: string } } }>().data.input
      const response = nameless.has(userId)
        ? { ok: false, problem: NO_NAME }
        : { ok: true, output: { name: NAME, joinedAt: JOINED } }
      message.respond(JSON.stringify({ response }))
    },
  })
  await app.bus.nc.flush()
})
afterAll(() => app.stop())

let userId: string
beforeEach(async () => void (userId = await app.newcomer()))

const read = (of = userId) => app.call(GetInvestorCard, {}, of)
const show = (issue = 1, of = userId) => app.call(ShowInvestorCard, { issue }, of)
const freeze = (issue = 1, of = userId) => app.call(FreezeInvestorCard, { issue }, of)
const unfreeze = (issue = 1, of = userId) => app.call(UnfreezeInvestorCard, { issue }, of)
const reissue = (issue = 1, of = userId) => app.call(ReissueInvestorCard, { issue }, of)
const check = (number: string) => app.call(CheckInvestorCard, { number })
const stateOf = async (number: string) => (await check(number)).card.state
const states = async (issue = 1) =>
  (await app.events(CHANGED, `${userId}:${issue}`)).map((row) => row['event'].data.state as string)

async function setStatus(status: UserStatus, version = 5, of = userId) {
  await app.publish(UserStatusChanged, of, { userId: of, status, version }, version)
  await app.until('the status is known', () => app.collection('investors').findOne({ _id: of, status }))
}

describe('the digital card of an investor', () => {
  it('is issued once on the first reading, also by concurrent ones', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => read()))
    for (const { card } of all) expect(card).toEqual(all[0]!.card)
    expect(all[0]!.card).toMatchObject({ issue: 1, state: 'active', holder: NAME, tier: 'member', memberSince: JOINED })
    expect(await states()).toEqual(['active'])
    expect((await app.proof()).faults).toEqual([])
  })

  it('shows its number and the code of its page only when asked, and stores neither as text', async () => {
    const { card } = await read()
    const { number, address, qr } = await show()
    expect(number.slice(-4)).toBe(card.lastFour)
    expect(address).toBe(`http://hissa.test/card/${number}`)
    expect(qr.path).toMatch(/^M\d+ \d+h1v1h-1z/)
    expect(JSON.stringify(card)).not.toContain(number)
    const rows = await app.collection('investor_cards').find({ userId }).toArray()
    expect(JSON.stringify(rows)).not.toContain(number)
    expect(JSON.stringify(await app.events(CHANGED, `${userId}:1`))).not.toContain(number)
  })

  it('has the number of nobody else', async () => {
    const other = await app.newcomer()
    await Promise.all([read(), read(other)])
    const [one, two] = await Promise.all([show(), show(1, other)])
    expect(one.number).not.toBe(two.number)
  })

  it('is frozen and made valid again, each once however often it is asked', async () => {
    await read()
    const { number } = await show()
    const frozen = await Promise.all([freeze(), freeze(), freeze()])
    expect(frozen.map(({ card }) => card.state)).toEqual(['frozen', 'frozen', 'frozen'])
    expect(await stateOf(number)).toBe('frozen')
    expect((await read()).card.state).toBe('frozen')
    const again = await Promise.all([unfreeze(), unfreeze()])
    expect(again.map(({ card }) => card.state)).toEqual(['active', 'active'])
    expect(await stateOf(number)).toBe('valid')
    expect(await states()).toEqual(['active', 'frozen', 'active'])
  })

  it('is replaced once by two clicks, after which the earlier number is refused', async () => {
    await read()
    const { number } = await show()
    await freeze()
    const [one, two] = await Promise.all([reissue(), reissue()])
    expect(one.card).toEqual(two.card)
    expect(one.card).toMatchObject({ issue: 2, state: 'active' })
    expect((await reissue()).card).toEqual(one.card)
    expect(await stateOf(number)).toBe('replaced')
    expect(await stateOf((await show(2)).number)).toBe('valid')
    expect(await states()).toEqual(['active', 'frozen', 'replaced'])
    expect(await states(2)).toEqual(['active'])
  })

  it('refuses what is asked of a card that is not the current one', async () => {
    for (const call of [show, freeze, unfreeze, reissue])
      expect(await refusal(call())).toBe('409 INVESTOR_CARD_REPLACED')
    await read()
    await reissue()
    for (const call of [show, freeze, unfreeze]) expect(await refusal(call())).toBe('409 INVESTOR_CARD_REPLACED')
    expect(await refusal(reissue(3))).toBe('409 INVESTOR_CARD_REPLACED')
  })

  it('is replaced at most four times in a day', async () => {
    await read()
    for (const issue of [1, 2, 3, 4]) await reissue(issue)
    const first = await app.collection('investor_cards').findOne({ _id: `${userId}:1` })
    const availableAt = new Date(first!['issuedAt'].getTime() + 24 * 3_600_000).toISOString()
    await expect(reissue(5)).rejects.toMatchObject({ code: 'INVESTOR_CARDS_TOO_OFTEN', extra: { availableAt } })
    await app.advance(24 * HOURS)
    expect((await reissue(5)).card.issue).toBe(6)
  })

  it('is refused to who is not verified', async () => {
    const visitor = newId()
    await setStatus('kyc_pending', 3, visitor)
    const calls = [read(visitor), ...[show, freeze, unfreeze, reissue].map((call) => call(1, visitor))]
    expect(new Set(await Promise.all(calls.map(refusal)))).toEqual(new Set(['403 KYC_REQUIRED']))
    expect(await app.collection('investor_cards').findOne({ userId: visitor })).toBeNull()
  })

  it('is refused to a suspended investor, and is not valid until the suspension ends', async () => {
    await read()
    const { number } = await show()
    await setStatus('suspended')
    const refused = await Promise.all([read(), show(), freeze(), unfreeze(), reissue()].map(refusal))
    expect(new Set(refused)).toEqual(new Set(['403 ACCOUNT_SUSPENDED']))
    const { card } = await check(number)
    expect(card).toEqual({ type: 'hissa.card.v1', number, state: 'not_valid', checkedAt: card.checkedAt })
    await setStatus('investor_active', 6)
    expect(await stateOf(number)).toBe('valid')
  })

  it('is refused to an account without a name, whose card is not valid', async () => {
    await read()
    const { number } = await show()
    nameless.add(userId)
    expect(await refusal(read())).toBe('404 NOT_FOUND')
    expect(await refusal(freeze())).toBe('404 NOT_FOUND')
    expect(await refusal(unfreeze())).toBe('404 NOT_FOUND')
    expect(await refusal(reissue())).toBe('404 NOT_FOUND')
    expect(await stateOf((await show(2)).number)).toBe('not_valid')
    expect(await stateOf(number)).toBe('replaced')
  })
})

describe('the check of a digital card', () => {
  it('says who the holder is only as far as a stranger needs it', async () => {
    await read()
    const { number } = await show()
    const { card } = await check(number.toLowerCase().replace(/.{4}/g, '$& '))
    const who = { holder: 'Amal S.', tier: 'member', memberSince: JOINED }
    expect(card).toEqual({ type: 'hissa.card.v1', number, state: 'valid', checkedAt: card.checkedAt, ...who })
    expect(Math.abs(Date.parse(card.checkedAt) - app.now().getTime())).toBeLessThan(3_600_000)
    for (const change of [freeze, reissue]) {
      await change()
      const after = await check(number)
      expect(Object.keys(after.card).toSorted()).toEqual(['checkedAt', 'number', 'state', 'type'])
    }
  })

  it('is signed with the key of statements, so that it verifies without the platform', async () => {
    await read()
    const { card, signature } = await check((await show()).number)
    const { keys } = await app.call(GetStatementKeys, {})
    expect(signature.keyId).toBe(keys[0]!.keyId)
    const raw = Buffer.from(keys[0]!.publicKey, 'base64url')
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const signed = Buffer.from(signature.value, 'base64url')
    expect(verify(null, Buffer.from(canonicalJson(card)), key, signed)).toBe(true)
    expect(verify(null, Buffer.from(canonicalJson({ ...card, holder: 'Amal T.' })), key, signed)).toBe(false)
  })

  it('answers alike for a number that was never issued and for a text that is none', async () => {
    const problem = (number: string) =>
      check(number).catch(({ code, message }: Error & { code: string }) => [code, message])
    const unknown = await problem('7KXW2MPQ9R4TQ7RD')
    expect(unknown).toEqual(['NOT_FOUND', expect.any(String)])
    for (const text of ['', '2222222222222222', '2222222222222223', '<script>', '٧'.repeat(16)])
      expect(await problem(text)).toEqual(unknown)
  })
})
