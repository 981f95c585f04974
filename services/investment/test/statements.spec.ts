import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Input } from '@hissa/contracts'
import { UserStatusChanged } from '@hissa/contracts/identity'
import {
  CreateIncomeFeed,
  DeleteIncomeFeed,
  GetIncomeFeed,
  GetStatement,
  GetStatementKeys,
  ListStatements,
  MOST_MOVEMENTS,
  ReadIncomeFeed,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { workerFile } from '@hissa/kernel/workers'
import { accounts } from '../src/accounts.js'
import type { SignedStatement } from '../src/statements/seal.js'
import { Books, DAY, lastDay, QUARTER, rent } from './books.js'
import { refusal } from './desk.js'
import { Investment } from './harness.js'

let app: Investment
let books: Books
beforeAll(async () => {
  app = await Investment.start()
  books = new Books(app)
  app.bus.nc.subscribe('rpc.identity.listNames', {
    callback: (_, message) => {
      const { userIds } = message.json<{ data: { input: { userIds: string[] } } }>().data.input
      const output = { names: userIds.map((userId) => ({ userId, name: 'Amal Al Suwaidi' })) }
      message.respond(JSON.stringify({ response: { ok: true, output } }))
    },
  })
  await app.bus.nc.flush()
})
afterAll(() => app.stop())

type Asked = Input<typeof GetStatement>
const file = (
  period: Asked['period'],
  userId: string,
  format: Asked['format'] = 'json',
  locale: Asked['locale'] = 'en',
) => app.call(GetStatement, { period, format, locale }, userId)
const signed = async (period: Asked['period'], userId: string) =>
  JSON.parse(Buffer.from((await file(period, userId)).bodyBase64, 'base64').toString()) as SignedStatement

describe('statements of an investor who bought shares and received income', () => {
  it('state cash, shares, income and taxes, in every format, with one signature', async () => {
    const { propertyId, period, holders } = await books.completed(2_000, 4_000)
    const [userId] = holders as [string]
    const bought = app.today()
    await books.record(propertyId, rent(300_000))
    await app.advance(QUARTER)
    const { distributionId } = (await books.propose(propertyId, period, lastDay(period))).distribution
    await books.decide(distributionId)
    await books.paid(distributionId)
    const paid = app.today()
    await app.advance(2 * DAY)

    const { months, years } = await app.call(ListStatements, {}, userId)
    expect(months.at(-1)!.month).toBe(bought.slice(0, 7))
    expect(years).toMatchObject([{ year: Number(bought.slice(0, 4)), complete: false }])

    const before = new Date(Date.parse(bought) - 9 * 86_400_000).toISOString().slice(0, 10)
    const account = await signed({ from: before, to: paid }, userId)
    if (account.figures.type !== 'hissa.statement.account.v1') throw new Error('not the statement of an account')
    const { cash, movements, holdings, income, fees } = account.figures
    expect(movements.map(({ kind }) => kind)).toEqual(['payment', 'purchase', 'fee', 'income'])
    const amount = movements[3]!.amountFils
    expect(cash).toMatchObject({ openingFils: 0, closingFils: amount, reservedFils: 0 })
    expect(income).toMatchObject([{ propertyId, amountFils: amount }])
    expect(fees.netFils).toBe(0 - movements[2]!.amountFils)
    expect(holdings).toMatchObject([{ propertyId, opening: { paid: 0, registered: 0 }, closing: { registered: 20 } }])
    expect(account.figures.investor).toEqual({ id: userId, name: 'Amal Al Suwaidi' })

    // The next days begin with what these ended with, and the same days have the same signature.
    const next = new Date(Date.parse(paid) + 86_400_000).toISOString().slice(0, 10)
    const later = await signed({ from: next, to: next }, userId)
    expect(later.figures).toMatchObject({ cash: { openingFils: amount, closingFils: amount }, movements: [] })
    expect(await signed({ from: before, to: paid }, userId)).toEqual(account)

    const tax = await signed({ year: years[0]!.year }, userId)
    if (tax.figures.type !== 'hissa.statement.tax.v1') throw new Error('not the statement of a year')
    const { totals, disposals } = tax.figures
    expect(totals.amountFils).toBe(amount)
    expect(totals.reserveFils).toBeGreaterThan(0)
    expect(totals.grossFils).toBe(amount + totals.withheldFils)
    expect(disposals).toEqual([])

    const { keys } = await app.call(GetStatementKeys, {})
    expect(keys).toMatchObject([{ keyId: account.signature.keyId, algorithm: 'Ed25519' }])
    for (const asked of [{ from: before, to: paid }, { year: years[0]!.year }])
      for (const locale of ['en', 'ar'] as const) {
        const pdf = await file(asked, userId, 'pdf', locale)
        expect(Buffer.from(pdf.bodyBase64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
        const csv = await file(asked, userId, 'csv', locale)
        expect(csv.fileName).toMatch(new RegExp(`-${locale}\\.csv$`))
        expect(Buffer.from(csv.bodyBase64, 'base64').toString()).toContain('"signature"')
        const xlsx = await file(asked, userId, 'xlsx', locale)
        expect(xlsx.fileName).toMatch(new RegExp(`-${locale}\\.xlsx$`))
        expect(Buffer.from(xlsx.bodyBase64, 'base64').subarray(0, 4).toString()).toBe('PK\u0003\u0004')
      }
  })
})

describe('the calendar of an investor’s income', () => {
  const read = (token: string) => app.call(ReadIncomeFeed, { token })
  const create = async (userId: string) => {
    const { address } = await app.call(CreateIncomeFeed, { locale: 'en' }, userId)
    return /\/api\/income-calendar\/([\w-]{43})\.ics$/.exec(address)![1]!
  }

  it('is read by anyone with its latest address, without amounts, until that is removed', async () => {
    const { propertyId, period, holders } = await books.completed(2_000)
    const [userId] = holders as [string]
    await books.record(propertyId, rent(300_000))
    await app.advance(QUARTER)
    const { distributionId } = (await books.propose(propertyId, period, lastDay(period))).distribution
    await books.decide(distributionId)
    await books.paid(distributionId)
    expect(await app.call(GetIncomeFeed, {}, userId)).toEqual({})
    const first = await create(userId)
    const { calendar } = await read(first)
    expect(calendar).toContain(`UID:${distributionId}@hissa`)
    expect(calendar).toContain('Income paid')
    expect(calendar).not.toContain('AED')
    expect(calendar).not.toContain(userId)
    const second = await create(userId)
    expect(await refusal(read(first))).toBe('404 NOT_FOUND')
    expect((await read(second)).calendar).toContain('BEGIN:VEVENT')
    expect(JSON.stringify(await app.collection('income_feeds').find().toArray())).not.toContain(second)
    expect((await app.call(GetIncomeFeed, {}, userId)).createdAt).toBeDefined()
    await app.call(DeleteIncomeFeed, {}, userId)
    expect(await refusal(read(second))).toBe('404 NOT_FOUND')
    expect(await app.call(GetIncomeFeed, {}, userId)).toEqual({})
  })

  it('is not read while the account is suspended', async () => {
    const userId = await app.newcomer()
    const token = await create(userId)
    expect((await read(token)).calendar).toContain('BEGIN:VCALENDAR')
    await app.publish(UserStatusChanged, userId, { userId, status: 'suspended', version: 9 }, 9)
    await app.until('the suspension is known', async () => (await refusal(read(token))) === '404 NOT_FOUND')
  })
})

describe('a statement', () => {
  it('does not exist for an account without movements', async () => {
    const userId = newId()
    expect(await app.call(ListStatements, {}, userId)).toEqual({ months: [], years: [], count: 0 })
    expect(await refusal(file({ from: '2040-01-01', to: '2040-01-31' }, userId))).toBe('404 NOT_FOUND')
  })

  it('is refused for days that have not ended or are too many', async () => {
    const userId = newId()
    const today = app.today()
    expect(await refusal(file({ from: today, to: today }, userId))).toBe('422 VALIDATION_FAILED')
    expect(await refusal(file({ from: '2030-01-01', to: '2039-01-01' }, userId))).toBe('422 VALIDATION_FAILED')
    expect(await refusal(file({ year: 2_999 }, userId))).toBe('422 VALIDATION_FAILED')
  })

  it.each([
    ['of days, because of its cash', 'cash'],
    ['of a year, because of shares that moved', 'units'],
  ])('%s is refused with more movements than it may have', async (_, moved) => {
    const { propertyId, holders } = await books.completed(2_000)
    const userId = holders[0]!
    const today = app.today()
    await app.advance(2 * DAY)
    const rows = app.collection('ledger_transfers')
    const [last] = await rows.find().sort({ seq: -1 }).limit(1).toArray()
    const account = moved === 'cash' ? accounts.investorCash(userId) : accounts.unitsHeld(propertyId, userId)
    const move = { kind: 'single', code: moved === 'cash' ? 'distribution' : 'units.transfer', at: last!['at'] as Date }
    const many = Array.from({ length: MOST_MOVEMENTS + 1 }, (_row, index) => {
      const seq = (last!['seq'] as number) - 1 + (index + 1) / (2 * MOST_MOVEMENTS)
      return { _id: `many:${moved}:${index}` as never, debit: 'elsewhere', credit: account, amount: 1, seq, ...move }
    })
    const period = moved === 'cash' ? { from: today, to: today } : { year: Number(today.slice(0, 4)) }
    expect(await refusal(file(period, userId))).toBe('accepted')
    await rows.insertMany(many)
    const refused = await refusal(file(period, userId))
    await rows.deleteMany({ debit: 'elsewhere' })
    expect(refused).toBe('422 VALIDATION_FAILED')
  })
})

describe('a statement that takes too long to render', () => {
  it('is unavailable as PDF, and not as JSON', async () => {
    const { holders } = await books.completed(2_000)
    const today = app.today()
    await app.advance(2 * DAY)
    await app.drainAll()
    await app.bootAnother({ pdfs: { file: workerFile(import.meta.url, 'endless-worker'), taskTimeoutMs: 1 } })
    const period = { from: today, to: today }
    expect(await refusal(file(period, holders[0]!, 'pdf'))).toBe('503 SERVICE_UNAVAILABLE')
    expect(await file(period, holders[0]!)).toMatchObject({ contentType: 'application/json' })
  })
})
