import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { ANCHOR, entriesOf, Published, runVerifier, TOKENS } from './support/published-register.js'

const BALANCES = [100_000, 250_075, 9, 250_075].map(fils)

let published: Published
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hissa-books-'))
  await writeFile(path.join(folder, 'tokens.json'), JSON.stringify(TOKENS))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  published = new Published()
  published.publish(entriesOf(3, 2), BALANCES)
  await published.start()
})
afterEach(() => published.stop())

const run = (...options: string[]) => runVerifier(folder, published.url, ...options)
const onChain = () => run(`--rpc=${published.url}/rpc`, '--tokens=tokens.json', `--anchor=${ANCHOR}`)

/** Writes JSON into the folder. Returns the name of the file. */
async function saved(value: object): Promise<string> {
  await writeFile(path.join(folder, 'saved.json'), JSON.stringify(value))
  return 'saved.json'
}

/** Publishes other books with a root of their own, as a platform that lies would. */
function lie(change: (books: Record<string, number>) => unknown): void {
  const leaves = published.header['books'] as Record<string, number>
  change(leaves)
  published.rehash()
}

describe('the verifier of the books', () => {
  it('finds no difference between shares, cash, totals, chain and each investor’s proof', async () => {
    const { code, text } = await onChain()
    expect([code, text]).toEqual([0, expect.stringContaining('5 entries and 10 of cash')])
    expect(text).toContain('client money in fils: 600159 of investors and 520 other owed; 600659 held and 20 missing')
    for (const [n, balance] of BALANCES.entries()) {
      const proof = published.proofOfCash(`investor-${n}`)
      expect(proof.cash.amountFils).toBe(balance)
      const found = await run(`--proof=${await saved(proof)}`, `--user=investor-${n}`)
      expect([found.code, found.text]).toEqual([0, expect.stringContaining(`proof: investor-${n} has ${balance} fils`)])
    }
    const both = { ...published.proofOfCash('investor-0'), entries: published.proofOf(4).entries }
    const found = await run(`--proof=${await saved(both)}`)
    expect(found.text).toContain('proof: investor-0 has 100000 fils of cash and 1 holdings')
    expect(found.code).toBe(0)
  })

  it('finds one fil more or less in any cash entry', async () => {
    for (const at of published.cash.keys())
      for (const off of [1, -1]) {
        published.tamper = (body, where) => {
          if (where === 'api' && body.entries?.[at]?.amountFils) body.entries[at].amountFils += off
          return body
        }
        const { code, text } = await run()
        expect([at, off, code]).toEqual([at, off, 1])
        expect(text).toContain(`the cash entries sum to ${600_159 + off} fils, the register states 600159`)
        expect(text).toContain('the root of the entries is')
      }
  })

  it('finds one fil more or less in any total', async () => {
    for (const name of ['investorsFils', 'otherFils', 'heldFils', 'missingFils'])
      for (const off of [1, -1]) {
        published.publish(entriesOf(3, 2), BALANCES)
        lie((books) => (books[name]! += off))
        const { code, text } = await run()
        expect([name, off, code]).toEqual([name, off, 1])
        expect(text).toContain('client money:')
        expect(text).not.toContain('the root of the entries is')
      }
  })

  it.each<[string, (books: any) => unknown, string]>([
    ['of another register', (books) => (books.sequence = 6), 'the totals are of another register'],
    ['of another moment', (books) => (books.ledgerSeq = 91), 'the totals are of another register'],
    ['with fewer holdings', (books) => (books.shareEntries -= 1), 'the register states 4 entries and has 5'],
    ['with more cash entries', (books) => (books.cashEntries += 1), 'the register states 11 cash entries and has 10'],
  ])('finds totals %s', async (_, change, text) => {
    lie(change)
    const found = await run()
    expect([found.code, found.text]).toEqual([1, expect.stringContaining(text)])
  })

  it('finds an investor who is left out of the published entries, or of their sum', async () => {
    const isOthers = ({ index }: { index: number }) =>
      published.cash.find((of) => of.index === index)?.userId !== 'investor-1'
    published.tamper = (body, where) => {
      if (where === 'api' && body.entries) body.entries = body.entries.filter(isOthers)
      return body
    }
    const { code, text } = await run()
    expect(code).toBe(1)
    expect(text).toContain('the register states 10 cash entries and has 6')
    expect(text).toContain('the cash entries sum to 350084 fils')
    // Left out of everything, the investor's own proof is of another register.
    const proof = published.proofOfCash('investor-1')
    published.tamper = (body) => body
    published.publish(entriesOf(3, 2), BALANCES.toSpliced(1, 1))
    expect(await run()).toMatchObject({ code: 0 })
    expect((await run(`--proof=${await saved(proof)}`)).text).toContain('the proof states another root')
  })

  it.each<[string, (proof: any) => unknown, string]>([
    ['another amount', (proof) => (proof.cash.amountFils += 1), 'states other cash than its entries'],
    ['another entry’s amount', (proof) => (proof.cash.entries[0].amountFils += 1), 'states another leaf'],
    ['another investor’s entries', (proof) => (proof.cash.userId = 'investor-3'), 'is not of investor-3'],
    ['another secret', (proof) => (proof.cash.entries[1].secret = 'f'.repeat(64)), 'is not of investor-1'],
    ['a hash less', (proof) => proof.cash.entries[0].proof.pop(), 'does not lead to the root'],
    ['an entry less', (proof) => proof.cash.entries.pop(), 'states other cash than its entries'],
    [
      'an entry listed twice',
      (proof) =>
        (proof.cash.amountFils +=
          proof.cash.entries.unshift(proof.cash.entries[0]) && proof.cash.entries[0].amountFils),
      'the proof repeats an entry',
    ],
    ['no cash', (proof) => delete proof.cash, 'the proof has no cash: save the first page'],
  ])('rejects a proof of cash with %s', async (_, change, text) => {
    const proof = published.proofOfCash('investor-1')
    change(proof)
    const found = await run(`--proof=${await saved(proof)}`)
    expect([found.code, found.text]).toEqual([1, expect.stringContaining(text)])
  })

  it('rejects two digits of one investor for one power of ten, which add up to more than a digit', async () => {
    const of = (entry: (typeof published.cash)[number]) => entry.userId === 'investor-1' && entry.amountFils === 5
    const five = published.cash.find(of)!
    const other = published.cash.find(({ userId, amountFils }) => userId === 'investor-2' && amountFils === 9)!
    Object.assign(other, { ...five, index: other.index, holder: other.holder, amountFils: fils(9) })
    other.holder = createHash('sha256').update(`${five.secret}:investor-1`).digest('hex')
    published.rehash()
    const { code, text } = await run(`--proof=${await saved(published.proofOfCash('investor-1'))}`)
    expect([code, text]).toEqual([1, expect.stringContaining('two digits of cash for one power of ten')])
  })

  it('rejects a proof of a holding that is listed twice', async () => {
    const proof = published.proofOf(4)
    proof.entries.push(proof.entries[0]!)
    const { code, text } = await run(`--proof=${await saved({ ...published.proofOfCash('investor-0'), ...proof })}`)
    expect([code, text]).toEqual([1, expect.stringContaining('the proof repeats an entry')])
  })

  it('rejects another investor’s proof if it is told whose it must be', async () => {
    const file = await saved(published.proofOfCash('investor-1'))
    const { code, text } = await run(`--proof=${file}`, '--user=investor-3')
    expect([code, text]).toEqual([1, expect.stringContaining('the proof is not of investor-3, but of investor-1')])
    expect(await run('--user=investor-3')).toMatchObject({ code: 2 })
  })

  it.each(['investorsFils', 'otherFils', 'heldFils', 'missingFils'])('finds that %s is negative', async (name) => {
    const opposite = { investorsFils: 'otherFils', otherFils: 'investorsFils', heldFils: 'missingFils' }
    lie((books) => {
      const other = opposite[name as keyof typeof opposite] ?? 'heldFils'
      books[other] = books[other]! + books[name]! + 1
      books[name] = -1
    })
    const { code, text } = await run()
    expect([code, text]).toEqual([1, expect.stringContaining(`${name} is negative: -1`)])
    expect(text).not.toContain('client money:')
  })

  it('states that a register has no cash, and finds cash without totals, or totals that are no longer stated', async () => {
    const { cash } = published.file()
    published.publish(entriesOf(3, 2))
    const none = await run()
    expect([none.code, none.text]).toEqual([0, expect.stringContaining('no cash is stated in this register')])
    const inFile = await runVerifier(folder, await saved({ ...published.file(), cash }))
    expect([inFile.code, inFile.text]).toEqual([1, expect.stringContaining('states no totals and has 10 cash entries')])
    published.tamper = (body) => {
      if (body.registers) body.registers.push({ sequence: 5 }, { sequence: 4, books: {} })
      return body
    }
    const later = await run()
    expect([later.code, later.text]).toEqual([1, expect.stringContaining('register 4 before it did')])
  })

  it('reads the register from one file, and cannot verify one of an unknown form', async () => {
    const file = published.file()
    expect(await runVerifier(folder, await saved(file))).toMatchObject({ code: 0 })
    const changed = { ...file, cash: file.cash.slice(1) }
    expect(await runVerifier(folder, await saved(changed))).toMatchObject({ code: 1 })
    const books = { ...(file.register['books'] as object), format: 3 }
    const found = await runVerifier(folder, await saved({ ...file, register: { ...file.register, books } }))
    expect([found.code, found.text]).toEqual([2, expect.stringContaining('the totals have an unknown form')])
    expect(await runVerifier(folder, 'none.json')).toMatchObject({ code: 2 })
  })

  it('confirms the books of 10,000 investors and the chain with fewer than 100 requests', async () => {
    const balances = Array.from({ length: 10_000 }, (_, n) =>
      fils(n % 7 === 0 ? 0 : 1 + ((n * 7_919_317) % 50_000_000)),
    )
    published.publish(entriesOf(6_000, 4_000), balances)
    published.requests = 0
    const startMs = performance.now()
    expect(await onChain()).toMatchObject({ code: 0 })
    const seconds = ((performance.now() - startMs) / 1_000).toFixed(1)
    console.log(`${published.cash.length} cash entries, ${published.requests} requests, ${seconds} s`)
    expect(published.cash.length).toBeGreaterThan(50_000)
    expect(published.requests).toBeLessThan(100)
    const file = published.file()
    file.cash[30_000]!.amountFils = fils(file.cash[30_000]!.amountFils + 1)
    expect(await runVerifier(folder, await saved(file))).toMatchObject({ code: 1 })
    const leftOut = published.cash.filter(({ userId }) => userId !== 'investor-5000')
    expect(leftOut.length).toBeLessThan(published.cash.length)
    expect(await runVerifier(folder, await saved({ ...published.file(), cash: leftOut }))).toMatchObject({ code: 1 })
  })
})
