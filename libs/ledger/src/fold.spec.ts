import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { foldSaves, uniqueFieldsOf } from './fold.js'
import { type Change, type Chart, Committer, MemoryLedgerStore, type Outcome, type Save } from './index.js'
import { merge, type StoredDocument } from './rehearsal.js'

const chart: Chart = () => ({ ledger: 'u', limit: 'none' })
const at = new Date('2026-11-21T08:00:00Z')
const UNIQUE = { orders: [['openKey']] }

function newLedger() {
  const store = new MemoryLedgerStore({ unique: UNIQUE })
  return { store, ledger: new Committer({ store, chart, now: () => at, pause: async () => undefined }) }
}

const save = (id: string, version: number, set: Save['set'] = {}, unset: string[] = []): Save => {
  return { collection: 'orders', id, version, set, unset }
}
const change = (key: string, ...saves: Save[]): Change => ({ key, inputHash: 'h', transfers: [], saves, events: [] })
const verdicts = (outcomes: readonly Outcome[]) => outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.reason))

const anySave = fc.record({
  collection: fc.constant('orders'),
  id: fc.constantFrom('a', 'b', 'c'),
  version: fc.integer({ min: 0, max: 3 }),
  set: fc.oneof(
    fc.record({ state: fc.constantFrom('reserved', 'paid') }),
    fc.record({ openKey: fc.constantFrom('x', 'y') }),
    fc.record({ state: fc.constant('paid'), openKey: fc.constantFrom('x', 'y') }),
  ),
  unset: fc.constantFrom<string[]>([], [], ['note'], ['openKey']),
})
/** `set` and `unset` of one save never share a field. */
const validSave = anySave.filter(({ set, unset }) => !unset.some((field) => field in set))
const shuffledChanges = fc
  .array(fc.array(validSave, { minLength: 1, maxLength: 3 }), { maxLength: 24 })
  .map((all) => all.map((saves, n) => change(`k${n}`, ...saves)))

describe('two saves of one document in a batch', () => {
  it('commits both when the second is based on the version that the first writes', async () => {
    const { store, ledger } = newLedger()
    const outcomes = await Promise.all([
      ledger.commit(change('a', save('o', 0, { state: 'reserved', note: 'n' }))),
      ledger.commit(change('b', save('o', 1, { state: 'paid' }, ['note']))),
    ])
    expect(verdicts(outcomes)).toEqual(['ok', 'ok'])
    expect(store.collection('orders').get('o')).toEqual({ _id: 'o', state: 'paid', version: 2 })
  })

  it('commits two saves of one change', async () => {
    const { store, ledger } = newLedger()
    expect(await ledger.commit(change('a', save('o', 0, { a: 1 }), save('o', 1, { b: 2 })))).toMatchObject({ ok: true })
    expect(store.collection('orders').get('o')).toEqual({ _id: 'o', a: 1, b: 2, version: 2 })
  })

  it('rejects the second as stale when both are based on one version, and keeps the first', async () => {
    const { store, ledger } = newLedger()
    const outcomes = await Promise.all([
      ledger.commit(change('a', save('o', 0, { by: 'a' }))),
      ledger.commit(change('b', save('p', 0), save('o', 0, { by: 'b' }))),
      ledger.commit(change('c', save('o', 1, { by: 'c' }), save('p', 7))),
      ledger.commit(change('d', save('o', 1, { by: 'd' }))),
    ])
    expect(verdicts(outcomes)).toEqual(['ok', 'STALE', 'STALE', 'ok'])
    expect(store.collection('orders').get('o')).toEqual({ _id: 'o', by: 'd', version: 2 })
    expect(store.collection('orders').has('p')).toBe(false)
  })

  it('decides a save again when the one that caused its rejection is rejected itself', async () => {
    const { ledger } = newLedger()
    const outcomes = await Promise.all([
      ledger.commit(change('a', save('o', 1))),
      ledger.commit(change('b', save('o', 0), save('p', 0))),
      ledger.commit(change('c', save('p', 1))),
    ])
    expect(verdicts(outcomes)).toEqual(['STALE', 'ok', 'ok'])
  })

  it('gives the same outcomes and documents as separate commits, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(shuffledChanges, async (changes) => {
        const [batched, single] = [newLedger(), newLedger()]
        const together = await Promise.all(changes.map((one) => batched.ledger.commit(one)))
        const apart: Outcome[] = []
        for (const one of changes) apart.push(await single.ledger.commit(one))
        expect(together.map(({ ok }) => ok)).toEqual(apart.map(({ ok }) => ok))
        // A change with several saves may be rejected for several reasons.
        const ofOne = (_: unknown, n: number) => changes[n]!.saves.length === 1
        expect(verdicts(together).filter(ofOne)).toEqual(verdicts(apart).filter(ofOne))
        expect(Object.fromEntries(batched.store.collection('orders'))).toEqual(
          Object.fromEntries(single.store.collection('orders')),
        )
      }),
      { numRuns: 500 },
    )
  })
})

describe('foldSaves', () => {
  const entries = (saves: readonly Save[]) => saves.map((one, n) => ({ save: one, change: n }))
  const NONE = new Set<string>()

  it('writes a document once', () => {
    const saves = [save('o', 4, { a: 1, b: 1 }), save('p', 1), save('o', 5, { b: 2 }, ['a']), save('o', 6, { a: 3 })]
    expect(foldSaves(entries(saves), NONE)).toMatchObject([
      { id: 'o', version: 4, steps: 3, set: { a: 3, b: 2 }, unset: new Set(), change: 0 },
      { id: 'p', version: 1, steps: 1, change: 1 },
    ])
  })

  it('keeps separate writes, in order, that a unique index may reject', () => {
    const saves = [
      save('o', 1, { state: 's' }),
      save('p', 1, { openKey: 'x' }),
      save('o', 2, { openKey: 'y' }),
      save('o', 3, { openKey: 'z' }),
      save('o', 4, { state: 't' }),
    ]
    expect(foldSaves(entries(saves), new Set(['openKey']))).toMatchObject([
      { id: 'p', version: 1, steps: 1, uniqueChange: 1 },
      { id: 'o', version: 1, steps: 2, set: { state: 's', openKey: 'y' }, change: 0, uniqueChange: 2 },
      { id: 'o', version: 3, steps: 2, set: { state: 't', openKey: 'z' }, change: 3, uniqueChange: 3 },
    ])
  })

  it("doesn't merge a nested path with a save of the whole field", () => {
    const saves = [save('o', 1, { due: { kind: 'k' } }), save('o', 2, { 'due.kind': 'l' })]
    expect(foldSaves(entries(saves), NONE)).toHaveLength(2)
  })

  it('gives the same document as separate saves', () => {
    const chain = fc.array(
      fc.record({ set: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat()), unset: fc.subarray(['d', 'e']) }),
    )
    fc.assert(
      fc.property(chain, fc.boolean(), (steps, isNew) => {
        const first = isNew ? 0 : 5
        const before: StoredDocument | undefined = isNew ? undefined : { _id: 'o', version: 5, a: -1, d: -1 }
        const saves = steps.map(({ set, unset }, n) =>
          save('o', first + n, n % 2 ? { ...set, d: n } : set, n % 2 ? unset.filter((f) => f !== 'd') : unset),
        )
        const writes = foldSaves(entries(saves), NONE)
        expect(writes.length).toBe(Math.min(1, saves.length))
        const after = writes.reduce<StoredDocument | undefined>(
          (document, { id, version, steps: count, set, unset }) => {
            return {
              ...merge(document, { collection: 'orders', id, version, set, unset: [...unset] }),
              version: version + count,
            }
          },
          before,
        )
        expect(after).toEqual(saves.reduce<StoredDocument | undefined>((document, one) => merge(document, one), before))
      }),
    )
  })
})

describe('uniqueFieldsOf', () => {
  it('returns the fields of unique indexes and of their filters', () => {
    const filter = { $and: [{ 'due.kind': { $exists: true } }, { state: 'open' }] }
    expect(
      uniqueFieldsOf([
        { name: '_id_', key: { _id: 1 }, unique: true },
        { name: 'plain', key: { at: 1 } },
        { name: 'u', key: { userId: 1, 'slot.n': 1 }, unique: true, partialFilterExpression: filter },
      ]),
    ).toEqual(new Set(['userId', 'slot', 'due', 'state']))
  })
})
