import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  GetIncomeDocument,
  GetPropertyIncome,
  ImportIncomeEntries,
  ListDistributions,
  ListIncome,
  ListIncomeEntries,
  RecordIncomeEntry,
  StoreIncomeDocument,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { fils } from '@hissa/money'
import { accounts } from '../src/accounts.js'
import { Books, cost, lastDay, periodOf, QUARTER, rent } from './books.js'
import { DEED, FINANCE, refusal } from './desk.js'
import { Investment } from './harness.js'

let app: Investment
let books: Books
beforeAll(async () => {
  app = await Investment.start()
  books = new Books(app)
})
afterAll(() => app.stop())

describe('an entry of income', () => {
  it('books rent into the operating account, and a cost out of it', async () => {
    const { propertyId, period } = await books.completed(2_000)
    const [bank] = await books.balances(accounts.bank())
    const { entry } = await books.record(propertyId, rent(300_000), { reference: 'Rent June 2040' })
    await books.record(propertyId, { kind: 'cost', category: 'serviceCharge', amountFils: fils(40_000) })
    await books.record(propertyId, { kind: 'vacancy', days: 9 })
    await books.record(propertyId, { kind: 'arrears', amountFils: fils(5_000) })
    expect(entry).toMatchObject({ kind: 'rent', amountFils: 300_000, period, recordedBy: books.maker })
    const [operating, bankAfter] = await books.balances(accounts.operating(propertyId), accounts.bank())
    expect([operating, bankAfter]).toEqual([260_000, bank! - 260_000])
    const income = await books.read(propertyId, period)
    expect(income).toMatchObject({ periodState: 'open', vacancyDays: 9, arrearsFils: 5_000, count: 4 })
    expect(income.balances).toEqual({ operatingFils: 260_000, reserveFils: 0, reserveTargetFils: 50_000 })
    expect(income.waterfall).toMatchObject({
      ...{ grossRentFils: 300_000, operatingIncomeFils: 260_000, reserveFils: 9_000, platformFeeFils: 15_000 },
      ...{ netIncomeFils: 236_000, usedFils: 0 },
    })
    expect(income.target).toMatchObject({ grossRentFils: 300_000, vacancyFils: 15_000, netIncomeFils: 218_000 })
  })

  it('pays a cost from the reserve when the operating account lacks it, and is refused beyond both', async () => {
    const { propertyId, period } = await books.completed(2_000)
    await books.record(propertyId, rent(1_000_000))
    await app.advance(QUARTER)
    await books.decide((await books.propose(propertyId, period, lastDay(period))).distribution.distributionId)
    const [reserve] = await books.balances(accounts.reserve(propertyId))
    expect(reserve).toBe(30_000)
    const { entry } = await books.record(propertyId, cost(20_000))
    expect(entry.fromReserveFils).toBe(20_000)
    expect(await refusal(books.record(propertyId, cost(10_001)))).toBe('409 INCOME_FUNDS_INSUFFICIENT')
    const now = await books.read(propertyId, periodOf(app.today()))
    expect(now.waterfall).toMatchObject({ fromReserveFils: 20_000, operatingIncomeFils: 0, netIncomeFils: 0 })
    await books.reverse(entry.entryId)
    expect(await books.balances(accounts.reserve(propertyId), accounts.operating(propertyId))).toEqual([30_000, 0])
  })

  it('is corrected by one that reverses it, once', async () => {
    const { propertyId, period } = await books.completed(2_000)
    const { entry } = await books.record(propertyId, rent(70_000), { reference: 'Rent 7' })
    const { entry: reversal } = await books.reverse(entry.entryId)
    expect(reversal).toMatchObject({ amountFils: -70_000, reverses: entry.entryId, period })
    expect(await books.balances(accounts.operating(propertyId))).toEqual([0])
    expect((await books.read(propertyId, period)).waterfall.grossRentFils).toBe(0)
    expect(await refusal(books.reverse(entry.entryId))).toBe('409 INCOME_NOT_POSSIBLE reversed')
    expect(await refusal(books.reverse(reversal.entryId))).toBe('409 INCOME_NOT_POSSIBLE reversed')
    expect(await refusal(books.reverse(newId()))).toBe('404 NOT_FOUND')
    // Its reference is free again.
    const { entry: again } = await books.record(propertyId, rent(7_000), { reference: 'Rent 7' })
    await books.record(propertyId, cost(6_000))
    expect(await refusal(books.reverse(again.entryId))).toBe('409 INCOME_FUNDS_INSUFFICIENT')
  })

  it('is refused where it would be wrong, and books nothing', async () => {
    const { propertyId, holders } = await books.completed(2_000)
    const open = await app.openRaise(20)
    expect(await refusal(books.upload(open))).toBe('409 INCOME_NOT_POSSIBLE raise_state')
    expect(await refusal(books.upload('Prop_0_none'))).toBe('404 NOT_FOUND')
    expect(await refusal(books.upload(propertyId, DEED, holders[0]))).toBe('403 CONFLICT_OF_INTEREST')
    expect(await refusal(books.upload(propertyId, Buffer.from('text')))).toBe('422 UPLOAD_TYPE_REFUSED')
    const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(10_000_000), Buffer.from('%%EOF')])
    expect(await refusal(books.upload(propertyId, large))).toBe('413 UPLOAD_TOO_LARGE')
    const file = { objectRef: 'quarantine/none', key: Buffer.alloc(32).toString('base64') }
    const gone = app.call(StoreIncomeDocument, { propertyId, ...file }, books.maker, FINANCE)
    expect(await refusal(gone)).toBe('409 UPLOAD_GONE')
    const { entry } = await books.record(propertyId, rent(1_000), { reference: 'Rent 1' })
    expect(await refusal(books.record(propertyId, rent(2), { reference: 'rent 1' }))).toBe('409 INCOME_REFERENCE_USED')
    expect(await refusal(books.record(propertyId, rent(2), { documentSha256: 'a'.repeat(64) }))).toBe(
      '409 INCOME_NOT_POSSIBLE document',
    )
    expect(await refusal(books.record(propertyId, rent(2), { period: '2099-Q1' }))).toBe(
      '409 INCOME_NOT_POSSIBLE period',
    )
    expect(await refusal(books.record(propertyId, rent(2), { period: '2039-Q1' }))).toBe(
      '409 INCOME_NOT_POSSIBLE period',
    )
    expect(await refusal(books.record(propertyId, rent(2), { date: '2099-01-01' }))).toBe(
      '409 INCOME_NOT_POSSIBLE date',
    )
    const unknown = { propertyId: 'Prop_0_none', documentSha256: 'a'.repeat(64) }
    expect(await refusal(books.record(propertyId, rent(2), unknown))).toBe('404 NOT_FOUND')
    expect(await refusal(books.reverse(entry.entryId, holders[0]))).toBe('403 CONFLICT_OF_INTEREST')
    const { sha256: documentSha256 } = entry.document
    const own = { ...{ propertyId, period: entry.period, fact: rent(5), date: entry.date }, documentSha256 }
    expect(await refusal(app.call(RecordIncomeEntry, { ...own, reference: 'Own 1' }, holders[0], FINANCE))).toBe(
      '403 CONFLICT_OF_INTEREST',
    )
    expect(await books.balances(accounts.operating(propertyId))).toEqual([1_000])
  })

  it('has its document, which finance staff read', async () => {
    const { propertyId } = await books.completed(2_000)
    const { document } = await books.upload(propertyId)
    expect(await books.upload(propertyId)).toEqual({ document })
    const get = (sha256: string) => app.call(GetIncomeDocument, { propertyId, sha256 }, books.checker, FINANCE)
    expect(await app.received(await get(document.sha256))).toEqual(DEED)
    expect(await refusal(get('e'.repeat(64)))).toBe('404 NOT_FOUND')
  })
})

describe('a file of entries', () => {
  const HEADER = 'period,kind,category,amount,days,date,reference'

  it('is recorded as a whole, rent before costs', async () => {
    const { propertyId, period } = await books.completed(2_000)
    const day = app.today()
    const rows = [`${period},cost,insurance,120.50,,${day},Invoice 9`, `${period},rent,,"1,000.00",,${day},Rent 9`]
    const file = [HEADER, ...rows, `${period},vacancy,,,12,${day},Vacancy 9`].join('\n')
    const { entries, document } = await books.importFile(propertyId, file)
    expect(entries.map(({ reference, amountFils, days }) => [reference, amountFils ?? days])).toEqual([
      ...[
        ['Invoice 9', 12_050],
        ['Rent 9', 100_000],
      ],
      ['Vacancy 9', 12],
    ])
    expect(await books.balances(accounts.operating(propertyId))).toEqual([87_950])
    const get = { propertyId, sha256: document.sha256 }
    expect((await app.received(await app.call(GetIncomeDocument, get, books.checker, FINANCE))).toString()).toBe(file)
    expect(await refusal(books.importFile(propertyId, file))).toBe('422 INCOME_FILE_REFUSED rows')
  })

  it('is refused as a whole, with every wrong row', async () => {
    const { propertyId, period, holders } = await books.completed(2_000)
    const day = app.today()
    const rows = [
      `${period},rent,,100,,${day},Rent A`,
      `${period},rent,,1.005,,${day},Rent B`,
      `${period},cost,roof,5,,${day},Roof`,
      `${period},rent,,100,,${day},rent a`,
      `2099-Q1,rent,,100,,${day},Rent C`,
      `${period},rent,,100,,2099-01-01,Rent D`,
    ]
    const refused = (text: string | Buffer, by?: string) =>
      books.importFile(propertyId, text, by).then(
        () => [],
        (error: { extra: { rows: { row: number; column?: string; why: string }[] } }) =>
          error.extra.rows.map(({ row, column, why }) => `${row} ${column} ${why}`),
      )
    expect(await refused([HEADER, ...rows].join('\n'))).toEqual([
      ...['3 amount invalid', '4 category invalid', '5 reference duplicate'],
    ])
    expect(await refused([HEADER, rows[0], rows[4], rows[5]].join('\n'))).toEqual(['3 period period', '4 date date'])
    expect(await refusal(books.importFile(propertyId, HEADER))).toBe('422 INCOME_FILE_REFUSED empty')
    expect(await refusal(books.importFile(propertyId, Buffer.from([0xff, 0xfe])))).toBe(
      '422 INCOME_FILE_REFUSED encoding',
    )
    const expensive = `${HEADER}\n${period},cost,other,1,,${day},Cost A`
    expect(await refusal(books.importFile(propertyId, expensive))).toBe('409 INCOME_FUNDS_INSUFFICIENT')
    expect(await refusal(books.importFile('Prop_0_none', HEADER))).toBe('404 NOT_FOUND')
    expect(await refusal(books.importFile(propertyId, HEADER, holders[0]))).toBe('403 CONFLICT_OF_INTEREST')
    expect(await refusal(books.importFile(await app.openRaise(20), HEADER))).toBe('409 INCOME_NOT_POSSIBLE raise_state')
    expect(await refusal(books.importFile(propertyId, Buffer.alloc(1_000_001, 'a')))).toBe('413 UPLOAD_TOO_LARGE')
    const file = { objectRef: 'quarantine/none', key: Buffer.alloc(32).toString('base64') }
    const gone = app.call(ImportIncomeEntries, { propertyId, ...file }, books.maker, FINANCE)
    expect(await refusal(gone)).toBe('409 UPLOAD_GONE')
    expect((await books.read(propertyId, period)).count).toBe(0)
  })
})

describe('the income of a property', () => {
  it('is public, target beside actual, whatever became of the raise', async () => {
    const { propertyId, period, issued } = await books.completed(2_000)
    await books.record(propertyId, rent(80_000))
    const income = await app.call(GetPropertyIncome, { id: propertyId })
    expect(income).toMatchObject({ raiseState: 'completed', unitsIssued: issued, reserveTargetFils: 50_000 })
    expect(income.targetYear?.netIncomeFils).toBe(1_200_000 - 60_000 - 172_000 - 36_000 - 60_000)
    expect(income.quarters).toMatchObject([
      { period, target: { grossRentFils: 300_000 }, actual: { grossRentFils: 80_000 } },
    ])
    const open = await app.call(GetPropertyIncome, { id: await app.openRaise(20) })
    expect(open).toMatchObject({ raiseState: 'active', targetYear: null, quarters: [] })
    expect(await refusal(app.call(GetPropertyIncome, { id: 'none' }))).toBe('404 NOT_FOUND')
  })

  it('is estimated for its holders from the target', async () => {
    const { period, holders, issued } = await books.completed(2_000)
    const { next, totals, income } = await books.mine(holders[0]!)
    expect(next).toMatchObject([{ period, units: 20, amountFils: Math.floor((218_000 * 20) / issued) }])
    expect([totals, income]).toEqual([{ receivedFils: 0, declaredFils: 0, cashFils: 0 }, []])
  })

  it('refuses cursors of other lists', async () => {
    const { propertyId, period, holders } = await books.completed(2_000)
    const more = { limit: 1, cursor: 'none' }
    const staff = [books.checker, FINANCE] as const
    const calls = [
      app.call(ListIncome, more, holders[0]),
      app.call(ListIncomeEntries, { propertyId, period, ...more }, ...staff),
      app.call(ListDistributions, more, ...staff),
    ]
    expect(await Promise.all(calls.map(refusal))).toEqual(calls.map(() => '400 VALIDATION_FAILED'))
    const unknown = app.call(ListIncomeEntries, { propertyId: 'none', period, limit: 1 }, ...staff)
    expect(await refusal(unknown)).toBe('404 NOT_FOUND')
  })
})
