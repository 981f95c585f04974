import { describe, expect, it } from '@jest/globals'
import { canonicalJson } from '@hissa/kernel'
import { EMPTY } from '@hissa/ledger'
import { fils, units } from '@hissa/money'
import { parse } from 'csv-parse/sync'
import { XMLParser } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '../accounts.js'
import { csvFile } from './csv.js'
import { accountFigures, type StatementFacts, taxFigures } from './figures.js'
import { publicKeyView, qrText, signStatement, statementKey } from './seal.js'
import { xlsxFile } from './xlsx.js'

const VERIFIER = new URL('../../../../verifiers/statement.mjs', import.meta.url).pathname
const key = statementKey(Buffer.alloc(32, 7))
const other = statementKey(Buffer.alloc(32, 8))
const CASH = accounts.investorCash('i-1')
const at = new Date('2026-01-10T21:30:00Z')
const ref = { distributionId: 'd-1', propertyId: 'p-1' }
const held = { paid: EMPTY, registered: { ...EMPTY, creditsPosted: 20 } }
const facts: StatementFacts = {
  ...{ investor: { id: 'i-1', name: '=Amal, "A"' }, account: CASH, from: '2026-01-01', to: '2026-01-31' },
  ...{ opening: { ...EMPTY, creditsPosted: 1_050 }, closing: { ...EMPTY, creditsPosted: 1_750, debitsPosted: 200 } },
  ...{ ledger: { after: 3, upTo: 9 }, titles: new Map([['p-1', 'Marina Heights']]) },
  transfers: [
    { _id: 'a#0', seq: 4, at, code: 'distribution.pay', debit: accounts.bank(), credit: CASH, amount: 700, ref },
    {
      _id: 'b#0',
      seq: 9,
      at,
      code: 'withdrawal_paid',
      debit: CASH,
      credit: accounts.bank(),
      amount: 200,
      ref: { reference: 'W-1' },
    },
  ],
  holdings: [
    { propertyId: 'p-1', title: 'Marina Heights', issuePriceFils: fils(10_000), opening: held, closing: held },
  ],
}
const share = { period: '2025-Q4', units: units(20), unitsIssued: units(207), costsFils: fils(999) }
const shares = new Map([['d-1', { ...share, reserveFils: fils(100), platformFeeFils: fils(55) }]])
const account = signStatement(accountFigures(facts), key)
const tax = signStatement(taxFigures({ ...facts, shares, unitTransfers: [] }), key)
const fileOf = (signed: object) => Buffer.from(`${canonicalJson(signed)}\n`)

const folder = mkdtempSync(join(tmpdir(), 'hissa-statement-'))
let files = 0

/** Returns the exit code and output of the verifier. */
function verify(bytes: Buffer | undefined, more: readonly string[] = [], publicKey = key.publicKey) {
  const file = join(folder, `${(files += 1)}.txt`)
  if (bytes) writeFileSync(file, bytes)
  const args = [VERIFIER, ...(bytes ? [file] : []), `--key=${publicKey}`, ...more]
  try {
    return { code: 0, text: execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }) }
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
    return { code: status, text: stdout + stderr }
  }
}

/** Flips the lowest bit of the byte at a position. */
function changed(bytes: Buffer, position: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[position]! ^= 1
  return copy
}

type Xml = Record<string, unknown>
const listOf = (value: unknown): Xml[] => (Array.isArray(value) ? (value as Xml[]) : value ? [value as Xml] : [])

/** Returns the cells of the only sheet of a workbook by row and column, text as it is and numbers as numbers. */
function cellsOf(workbook: Buffer): (string | number)[][] {
  const files = unzipSync(workbook)
  const xml = new XMLParser({ ignoreAttributes: false, trimValues: false, parseTagValue: false })
  const read = (name: string) => xml.parse(strFromU8(files[name]!)) as Record<string, Xml>
  const texts = listOf(read('xl/sharedStrings.xml')['sst']!['si']).map(({ t }) =>
    typeof t === 'object' ? (t as Xml)['#text'] : t,
  )
  const { row } = read('xl/worksheets/sheet1.xml')['worksheet']!['sheetData'] as Xml
  return listOf(row).map(({ c }) => {
    const cells: (string | number)[] = []
    for (const cell of listOf(c)) {
      const value = cell['v']
      if (value === undefined) continue
      const column = String(cell['@_r']).charCodeAt(0) - 'A'.charCodeAt(0)
      cells[column] = cell['@_t'] === 's' ? String(texts[Number(value)]) : Number(value)
    }
    return Array.from(cells, (cell) => cell ?? '')
  })
}

/** Some positions of a file, in equal steps. */
const positionsOf = ({ length }: Buffer) =>
  Array.from({ length: 12 }, (_, index) => Math.floor((index * (length - 1)) / 11))

/** Leaves out the empty cells after the last one with a content. */
const withoutEmptyEnd = (row: string[]) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1)

describe.each([
  ['an account', account, 'cash AED 10.50 at the start and AED 15.50 at the end'],
  ['a year', tax, 'income AED 7.00 paid, AED 1.10 withheld'],
])('the statement of %s', (_, signed, words) => {
  const json = fileOf(signed)
  const csv = Buffer.from(csvFile(signed, 'ar', key))

  it('is verified offline as JSON and as CSV', () => {
    for (const bytes of [json, csv]) {
      const { code, text } = verify(bytes)
      expect(text).toContain('verdict: genuine, and it adds up')
      expect(text).toContain(words)
      expect(code).toBe(0)
    }
  })

  it.each(['en', 'ar'] as const)(
    'has the lines of its CSV file as a workbook in %s, with amounts as numbers',
    async (language) => {
      const lines = parse(csvFile(signed, language, key), { bom: true, relax_column_count: true }).slice(0, -1)
      const cells = cellsOf(await xlsxFile(signed, language))
      expect(cells.flat().filter((cell) => typeof cell === 'number').length).toBeGreaterThan(5)
      const textOf = (cell: string | number, column: number) =>
        typeof cell === 'number' ? (column === 7 ? String(cell) : cell.toFixed(2)) : cell
      const plain = (row: string[]) => row.map((cell) => cell.replace(/^'(?==)/, ''))
      expect(cells.map((row) => row.map(textOf))).toEqual(lines.map(plain).map(withoutEmptyEnd))
    },
  )

  it('is rejected with one changed byte', () => {
    for (const bytes of [json, csv])
      for (const position of positionsOf(bytes))
        expect([position, verify(changed(bytes, position)).code]).not.toEqual([position, 0])
  })

  it('is rejected with a key that is not the reader’s', () => {
    for (const bytes of [json, csv]) expect(verify(bytes, [], other.publicKey).code).toBe(1)
  })

  it('is verified from the text of its QR code alone, and together with its file', () => {
    const qr = qrText(signed, 'https://hissa.test/')
    expect(qr).toMatch(/^https:\/\/hissa\.test\/api\/statements\/keys#hissa\.statement\./)
    expect(verify(undefined, [`--qr=${qr}`]).text).toContain(words)
    expect(verify(json, [`--qr=${qr}`]).code).toBe(0)
    expect(verify(undefined, [`--qr=${qr.replace('2026-01-31', '2026-01-30')}`]).code).toBe(1)
    expect(verify(json, [`--qr=${qrText(signed === account ? tax : account, 'https://hissa.test')}`]).code).toBe(1)
  })
})

describe('a statement that its own key signs with a wrong sum', () => {
  it('is rejected, because one fil is too many', () => {
    const { figures } = account
    if (figures.type !== 'hissa.statement.account.v1') throw new Error('this is the statement of an account')
    const cash = { ...figures.cash, closingFils: fils(figures.cash.closingFils + 1) }
    const { code, text } = verify(fileOf(signStatement({ ...figures, cash }, key)))
    expect(text).toContain('the closing cash is stated as 1551 fils, and its parts give 1550')
    expect(code).toBe(1)
  })
})

describe('a signed statement', () => {
  it('is the same whenever it is signed', () => {
    expect(signStatement(accountFigures(facts), key)).toEqual(account)
  })

  it('names the key that is published', () => {
    expect(account.signature.keyId).toBe(publicKeyView(key).keyId)
    expect(publicKeyView(other).keyId).not.toBe(publicKeyView(key).keyId)
  })

  it('runs no formula in a spreadsheet', () => {
    expect(csvFile(account, 'en', key)).toContain(`"'=Amal, ""A"""`)
  })
})
