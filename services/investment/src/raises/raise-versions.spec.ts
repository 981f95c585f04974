import { describe, expect, it } from '@jest/globals'
import { Committer, MemoryLedgerStore, type TransferInput } from '@hissa/ledger'
import { ManualClock } from '@hissa/kernel'
import type { OutboxRow } from '@hissa/messaging'
import { fils, units } from '@hissa/money'
import fc from 'fast-check'
import { accounts, chart } from '../accounts.js'
import { OpenRaiseWhenOfferingPublished } from './open-raise-when-offering-published.js'
import { type MovedUnits, raiseCommand, raiseProgress } from './progress.js'
import { commandAtEnd, RAISE_TRANSITIONS, type Raise, type RaiseCommand } from './raise.js'
import { RAISES } from './raise.store.js'

const propertyId = 'Prop_1_a'
const START = new Date('2026-11-21T08:00:00Z')
const DAY_MS = 86_400_000
const TOTAL = 4
const deed = { number: 'D', issuedOn: '2026-11-01', documentSha256: '0'.repeat(64) }

/** Returns a raise in a new ledger, and what can happen to it. Each has no effect where it isn't allowed. */
async function world() {
  const store = new MemoryLedgerStore()
  const clock = new ManualClock(START)
  const ledger = new Committer({ store, chart, now: () => clock.now() })
  let [keys, terms, deadlineMs] = [0, 0, START.getTime() + 9 * DAY_MS]
  const owned = new Map<string, number>()
  const ids = { next: () => `id-${(keys += 1)}` }
  const raise = () => store.collection(RAISES).get(propertyId) as unknown as Raise
  const raises = { byId: async () => raise() }
  const offering = new OpenRaiseWhenOfferingPublished(ledger, raises as never, clock, ids, {} as never)
  const change = () => ({ key: ids.next(), inputHash: 'h', saves: [], events: [] })
  const move = async (userId: string, how: MovedUnits['how']) => {
    const [treasury, own] = [accounts.unitsTreasury(propertyId), accounts.unitsOf(propertyId, userId)]
    const [debit, credit] = how === 'paid' ? [treasury, own] : [own, treasury]
    const transfer: TransferInput = { kind: 'single', code: 'test', debit, credit, amount: units(1) }
    const part = raiseProgress(raise(), ids, { userId, units: units(1), how })
    const outcome = await ledger.commit({ ...change(), transfers: [transfer], ...part })
    expect(outcome).toMatchObject({ ok: true })
    owned.set(userId, (owned.get(userId) ?? 0) + (how === 'paid' ? 1 : -1))
  }
  const command = async (chosen: RaiseCommand) => {
    if (!RAISE_TRANSITIONS[raise().state][chosen.type]) return
    const part = raiseCommand(raise(), ids, () => chosen)
    expect(await ledger.commit({ ...change(), transfers: [], ...part })).toMatchObject({ ok: true })
  }
  const acts = {
    buy: async (userId: string) => {
      const isLeft = [...owned.values()].reduce((sum, count) => sum + count, 0) < TOTAL
      if (raise().state === 'active' && isLeft) await move(userId, 'paid')
    },
    giveBack: async (userId: string) => {
      if ((owned.get(userId) ?? 0) > 0) await move(userId, 'returned')
    },
    publish: async () => {
      const data = {
        ...{ propertyId, slug: 's', title: 't', offeringVersion: (terms += 1), unitPriceFils: fils(10_000) },
        ...{ unitsTotal: units(TOTAL), minimumUnits: units(2), minimumFils: fils(1), feeBasisPoints: 150 + terms },
        ...{ expectedReturnBasisPoints: null, deadline: new Date(deadlineMs).toISOString() },
      }
      await offering.handle({ id: ids.next(), data } as never)
    },
    extend: () => command({ type: 'extend', deadline: new Date((deadlineMs += DAY_MS)) }),
    beginClosing: () => command({ type: 'beginClosing' }),
    fileDeed: () => (raise().state === 'funded' && !raise().deed ? command({ type: 'fileDeed', deed }) : undefined),
    complete: () => (raise().deed ? command({ type: 'complete' }) : undefined),
    end: async () => {
      const part = raiseCommand(raise(), ids, (counts, at) => {
        const chosen = commandAtEnd(raise(), counts, at)
        return chosen === 'wait' ? undefined : chosen
      })
      expect(await ledger.commit({ ...change(), transfers: [], ...part })).toMatchObject({ ok: true })
    },
    passTheDeadline: async () => clock.set(new Date(deadlineMs + 1)),
  }
  await acts.publish()
  const events = () => store.outbox.map((row) => (row as unknown as OutboxRow).event)
  return { acts, events, raise }
}

const act = fc.record({
  name: fc.constantFrom(
    ...(['buy', 'buy', 'buy', 'giveBack', 'publish', 'extend'] as const),
    ...(['beginClosing', 'fileDeed', 'complete', 'end', 'passTheDeadline'] as const),
  ),
  userId: fc.constantFrom('u', 'v'),
})

describe('the events about a raise', () => {
  it('have versions that grow with each event, whatever happens to the raise', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 15 }), async (life) => {
        const { acts, events } = await world()
        for (const { name, userId } of life) await acts[name](userId)
        const versions = events().map(({ version }) => version)
        expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
      }),
      { numRuns: 300 },
    )
  })

  it('state in the last one what the raise has become', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 15 }), async (life) => {
        const { acts, events, raise } = await world()
        for (const { name, userId } of life) await acts[name](userId)
        const { state, deadline } = raise()
        expect(events().at(-1)?.data).toMatchObject({ state, deadline: deadline.toISOString() })
      }),
      { numRuns: 300 },
    )
  })
})
