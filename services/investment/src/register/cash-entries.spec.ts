import { describe, expect, it } from '@jest/globals'
import { EMPTY, type StoredBalance } from '@hissa/ledger'
import { inclusionPath, rootOf, verifyInclusion } from '@hissa/merkle'
import { fils, sum, units } from '@hissa/money'
import fc from 'fast-check'
import { accounts } from '../accounts.js'
import { addAccounts, digitsOf, newBooks } from './cash-entries.js'
import { canonicalLeaf, cashHolderOf, cashSecretOf, entryLeaf, type Leaf, pseudonymOf } from './entry.js'

const KEY = Buffer.alloc(32, 7)
const BOOKS = newBooks({ sequence: 3, asOf: new Date('2026-11-22T20:00:00Z'), ledgerSeq: 90 })

const account = (id: string, creditsPosted: number, debitsPosted = 0): StoredBalance => {
  return { id, seq: 1, balance: { ...EMPTY, creditsPosted, debitsPosted } }
}
const investors = (amounts: readonly number[]) =>
  amounts.map((amount, n) => account(accounts.investorCash(`user-${n}`), amount))

describe('the cash entries of a register', () => {
  it('are the digits of each balance, and sum to it', () => {
    expect(digitsOf(fils(1_020_304)).map(({ power, amountFils }) => [power, amountFils])).toEqual([
      [0, 4],
      [2, 300],
      [4, 20_000],
      [6, 1_000_000],
    ])
    fc.assert(
      fc.property(fc.maxSafeNat(), (amount) => {
        expect(sum(...digitsOf(fils(amount)).map(({ amountFils }) => amountFils))).toBe(amount)
      }),
    )
  })

  it('sum to the cash of all investors, however the accounts are divided into chunks', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 90_000_000_000 }), { maxLength: 30 })
    fc.assert(
      fc.property(amounts, fc.nat({ max: 30 }), (balances, at) => {
        const all = investors(balances)
        const first = addAccounts(KEY, BOOKS, all.slice(0, at))
        const { entries, books } = addAccounts(KEY, first.books, all.slice(at))
        const both = [...first.entries, ...entries]
        expect(books.investorsFils).toBe(sum(...balances.map(fils)))
        expect(sum(...both.map(({ amountFils }) => amountFils))).toBe(books.investorsFils)
        expect(books.cashEntries).toBe(both.length)
        expect(new Set(both.map(({ holder }) => holder)).size).toBe(both.length)
        expect(addAccounts(KEY, BOOKS, all)).toEqual({ entries: both, books })
      }),
    )
  })

  it('have names that no other entry, register or investor has, and that the investor can recompute', () => {
    const place = { sequence: 3, power: 2, userId: 'user-0' }
    const others = [{ power: 3 }, { sequence: 4 }, { userId: 'user-1' }].map((other) => ({ ...place, ...other }))
    const names = [place, ...others].map((at) => cashHolderOf(cashSecretOf(KEY, at), at.userId))
    expect(new Set([...names, pseudonymOf(KEY, 3, 'user-0')]).size).toBe(5)
    const { entries } = addAccounts(KEY, BOOKS, investors([500]))
    expect(entries).toEqual([{ holder: names[0], amountFils: 500 }])
  })

  it('prove each entry, and give another root for any leaf that is changed by one fil or left out', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9_999_999 }), { minLength: 1, maxLength: 12 }), (balances) => {
        const { entries, books } = addAccounts(KEY, BOOKS, investors(balances))
        const share = { propertyId: 'p-1', account: null, holder: 'f'.repeat(64), units: units(20) }
        const all: Leaf[] = [share, ...entries, { books }]
        const leaves = all.map(entryLeaf)
        const root = rootOf(leaves)
        for (const [index, entry] of entries.entries()) {
          const at = index + 1
          const proof = { index: at, treeSize: leaves.length, path: inclusionPath(leaves, at), root }
          expect(verifyInclusion({ ...proof, leaf: leaves[at]! })).toBe(true)
          const changed = entryLeaf({ ...entry, amountFils: fils(entry.amountFils + 1) })
          expect(verifyInclusion({ ...proof, leaf: changed })).toBe(false)
          expect(rootOf(leaves.with(at, changed))).not.toEqual(root)
          expect(rootOf(leaves.toSpliced(at, 1))).not.toEqual(root)
        }
        const more = { books: { ...books, investorsFils: fils(books.investorsFils + 1) } }
        expect(rootOf(leaves.with(-1, entryLeaf(more)))).not.toEqual(root)
      }),
    )
  })
})

describe('the totals of a register', () => {
  it('divide client money into what investors and others are owed, what is held and what is missing', () => {
    const { entries, books } = addAccounts(KEY, BOOKS, [
      account(accounts.bank(), 100, 9_000),
      account(accounts.cardClearing(), 0, 1_500),
      account(accounts.escrow('p-1'), 5_000),
      account(accounts.payoutsInFlight(), 400),
      account(accounts.investorCash('user-1'), 7_000, 1_950),
      account(accounts.investorCash('user-2'), 10, 10),
      account(accounts.suspenseOut(), 0, 50),
    ])
    expect(entries.map(({ amountFils }) => amountFils).sort((a, b) => a - b)).toEqual([50, 5_000])
    expect(books).toMatchObject({ investorsFils: 5_050, otherFils: 5_400, heldFils: 10_400, missingFils: 50 })
    expect(books.heldFils + books.missingFils).toBe(books.investorsFils + books.otherFils)
  })
})

describe('the bytes of a leaf', () => {
  it('never change, because published roots depend on them', () => {
    const share = { units: units(20), propertyId: 'p-1', holder: 'ab', account: null }
    const leaves = [share, { holder: 'ab', amountFils: fils(300) }, { books: BOOKS }].map((leaf) =>
      canonicalLeaf(leaf).toString(),
    )
    expect(leaves).toEqual([
      '{"account":null,"holder":"ab","propertyId":"p-1","units":20}',
      '{"amountFils":300,"holder":"ab"}',
      '{"asOf":"2026-11-22T20:00:00.000Z","cashEntries":0,"format":2,"heldFils":0,"investorsFils":0,"ledgerSeq":90,' +
        '"missingFils":0,"otherFils":0,"sequence":3,"shareEntries":0}',
    ])
  })
})
