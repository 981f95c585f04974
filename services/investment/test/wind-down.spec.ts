import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { AddBankAccount, ListRegisters } from '@hissa/contracts/investment'
import { connectMongo } from '@hissa/persistence'
import { newRegister } from '../src/register/register.js'
import { exportBooks } from '../src/wind-down/export-books.js'
import { Cash, IBANS } from './cash.js'
import { Desk } from './desk.js'

const DAY = 24 * 60
const ROOT = new URL('../../..', import.meta.url).pathname
const VERIFIERS = join(ROOT, 'verifiers')

let folder: string
let exported: string
/** What the platform knew before it was switched off. */
const known = { propertyId: '', holder: '', withMoney: '', waiting: '', newAccount: '', transfers: 0 }

let env: Record<string, string | undefined> = {}

const node = (args: string[], options: { cwd?: string; env?: Record<string, string | undefined> } = {}) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    )
  })
const run = (script: string, ...args: string[]) => node([join(VERIFIERS, script), ...args])

/** Runs the command, from its source. */
const exportTo = (to: string) =>
  node(
    [
      ...['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register'],
      ...[join(ROOT, 'services/investment/src/export.main.ts'), to],
    ],
    { cwd: ROOT, env: { PATH: process.env['PATH'], ...env, SWC_NODE_PROJECT: join(ROOT, 'tsconfig.base.json') } },
  )
const rowsOf = async (file: string) =>
  (await readFile(join(exported, file), 'utf8'))
    .trim()
    .split('\r\n')
    .map((line) => line.slice(1, -1).split('","'))

/** Plays an allotted order, a paid one that waits, and a withdrawal on its way; exports, and switches everything off. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hissa-wind-down-'))
  exported = join(folder, 'export')
  const cash = await Cash.start()
  const { app } = cash
  const desk = new Desk(app)
  const bought = async (propertyId: string) => {
    const userId = await app.investor(propertyId)
    const { orderId } = await app.answered(() => app.place(userId, propertyId, 2_000))
    const sessionId = await app.sessionOf(orderId)
    await desk.settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${sessionId}`))
    return { userId, orderId }
  }
  const reaches = (orderId: string, state: string) =>
    app.untilRetried(`the order is ${state}`, async () => (await app.order(orderId))!['state'] === state)
  try {
    const propertyId = await app.openRaise(20)
    const { userId: holder, orderId } = await bought(propertyId)
    await reaches(orderId, 'cooling_off')
    await app.advance(2 * DAY + 1)
    await desk.fileDeed(propertyId)
    await reaches(orderId, 'allotted')
    const rich = await cash.withMoney(1_020_304)
    await cash.withdraw(rich, 200)
    await app.advance(DAY)
    await app.untilRetried('a register is published', async () => {
      const { registers } = await app.call(ListRegisters, { limit: 1 })
      return (registers[0]?.books?.investorsFils ?? 0) >= 1_020_304
    })
    const { userId: waiting } = await bought(await app.openRaise(100))
    const newAccount = await app.newcomer()
    const account = { iban: IBANS[1], holderName: 'Layla Haddad' }
    const { bankAccount } = await app.call(AddBankAccount, account, newAccount)
    await cash.confirm(newAccount, bankAccount.bankAccountId)
    await cash.credit(newAccount, 700)
    const { MONGODB_URI, MONGODB_DB_PREFIX, INVESTMENT_MASTER_KEY } = app.env
    const CLOCK_OFFSET_MS = String(app.now().getTime() - Date.now())
    env = { MONGODB_URI, MONGODB_DB_PREFIX, INVESTMENT_MASTER_KEY, CLOCK_OFFSET_MS }
    const { code, text } = await exportTo(exported)
    expect([code, text]).toEqual([0, expect.stringMatching(/^\d+ transfers, 2 bank accounts and register \d+ in /)])
    const transfers = Number.parseInt(text)
    Object.assign(known, { propertyId, holder, withMoney: rich.userId, waiting, newAccount, transfers })
  } finally {
    await cash.stop()
  }
})
afterAll(() => rm(folder, { recursive: true }))

describe('an export of the books, with the platform off', () => {
  it('rebuilds who holds which shares', async () => {
    expect(await run('rebuild.mjs', exported)).toMatchObject({ code: 0 })
    const [, ...holders] = await rowsOf('holders.csv')
    expect(holders).toEqual([[known.propertyId, known.holder, '', '20']])
  })

  it('rebuilds what each investor is owed, and where it is paid', async () => {
    await run('rebuild.mjs', exported)
    const [, ...payout] = await rowsOf('payout.csv')
    const of = (userId: string) => payout.find(([id]) => id === userId)?.slice(1)
    expect(of(known.withMoney)).toEqual(['Layla Haddad', IBANS[0], '10203.04', '10203.04', '0.00', '200.00', ''])
    // 2,000 dirhams and the fee, which is refunded with them.
    expect(of(known.waiting)).toEqual(['', '', '2030.00', '0.00', '2030.00', '0.00', 'no bank account'])
    expect(of(known.holder)).toBeUndefined()
    const owed = (await rowsOf('owed.csv')).slice(1)
    expect(owed.reduce((sum, [, aed]) => sum + Math.round(Number(aed) * 100), 0)).toBe(0)
  })

  it('pays nothing to a bank account that its holder can still stop, and says so', async () => {
    await run('rebuild.mjs', exported)
    const [columns, ...payout] = await rowsOf('payout.csv')
    expect(columns!.at(-1)).toBe('note')
    const [, name, iban, owed, , , , note] = payout.find(([id]) => id === known.newAccount)!
    expect([name, iban, owed]).toEqual(['', '', '7.00'])
    expect(note).toMatch(/^the bank account waits until 20\d\d-\d\d-\d\dT/)
    expect(await readFile(join(exported, 'bank-accounts.jsonl'), 'utf8')).not.toContain(IBANS[1])
  })

  it('has the register that was the newest before the ledger was read', async () => {
    const dbName = `${env['MONGODB_DB_PREFIX'] ?? ''}wind_down`
    const connection = await connectMongo({ uri: env['MONGODB_URI']!, dbName })
    const register = (sequence: number) => {
      const at = new Date()
      const row = { ...newRegister(sequence, at, 0), root: '0'.repeat(64), publishedAt: at, state: 'published' }
      return connection.collection<{ _id: string }>('registers').insertOne(row)
    }
    const collection = connection.collection.bind(connection)
    // The next register is published while the ledger is read.
    const ledger = async function* () {
      await register(2)
      yield* collection('ledger_transfers').find()
    }
    const reading = (name: string, ...more: []) =>
      name === 'ledger_transfers' ? { find: () => ({ sort: ledger }) } : collection(name, ...more)
    try {
      await register(1)
      connection.collection = reading as never
      const key = Buffer.from(env['INVESTMENT_MASTER_KEY']!, 'base64')
      const { sequence } = await exportBooks(connection, key, join(folder, 'midnight'), new Date())
      expect([sequence, await collection('registers').countDocuments()]).toEqual([1, 2])
    } finally {
      await connection.dropDatabase()
      await connection.close()
    }
  })

  it('is contradicted by a register with other totals or counts than the ledger', async () => {
    const file = join(exported, 'register.json')
    const text = await readFile(file, 'utf8')
    const names = ['investorsFils', 'otherFils', 'heldFils', 'missingFils', 'shareEntries', 'cashEntries']
    for (const name of names) {
      const changed = JSON.parse(text) as { register: { books: Record<string, number> } }
      changed.register.books[name]! += 1
      await writeFile(file, JSON.stringify(changed))
      const { code, text: printed } = await run('rebuild.mjs', exported)
      const { [name]: stated } = changed.register.books
      expect([code, printed]).toEqual([
        1,
        expect.stringContaining(`states ${name} ${stated}, the ledger ${stated! - 1}`),
      ])
    }
    await writeFile(file, text)
    expect(await run('rebuild.mjs', exported)).toMatchObject({ code: 0 })
  })

  it('has the published register, which the verifier of the books confirms', async () => {
    expect(await run('books.mjs', join(exported, 'register.json'))).toMatchObject({ code: 0 })
  })

  it('can be read by its owner only, and is never written over another one', async () => {
    expect((await stat(exported)).mode & 0o777).toBe(0o700)
    expect((await stat(join(exported, 'bank-accounts.jsonl'))).mode & 0o777).toBe(0o600)
    const { code, text } = await exportTo(exported)
    expect([code, text]).toEqual([1, expect.stringContaining('EEXIST')])
  })

  it('is contradicted by a ledger in which a transfer is changed by one fil, or left out', async () => {
    const file = join(exported, 'ledger.jsonl')
    const text = await readFile(file, 'utf8')
    const lines = text.split('\n')
    expect(lines).toHaveLength(known.transfers + 1)
    const credit = lines.findIndex((line) => line.includes('"amount":1020304'))
    const changed = lines.with(credit, lines[credit]!.replace('"amount":1020304', '"amount":1020305'))
    for (const other of [changed, lines.toSpliced(credit, 1)]) {
      await writeFile(file, other.join('\n'))
      const { code, text } = await run('rebuild.mjs', exported)
      expect([code, text]).toEqual([1, expect.stringContaining('states other cash than the ledger')])
    }
    await writeFile(file, text)
    expect(await run('rebuild.mjs', exported)).toMatchObject({ code: 0 })
  })
})
