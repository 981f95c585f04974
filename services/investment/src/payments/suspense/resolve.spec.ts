import { describe, expect, it } from '@jest/globals'
import { evidenceOf, requestApproval } from '@hissa/approvals'
import { ok } from '@hissa/contracts'
import { amountOf, Committer, MemoryLedgerStore, single } from '@hissa/ledger'
import { accounts, chart } from '../../accounts.js'
import { notPossible } from './carry-out.js'
import { ResolveSuspense } from './resolve.js'
import { RESOLVE, subjectId } from './resolution.js'

const at = new Date('2026-11-22T06:00:00Z')
const subject = { kind: 'order' as const, id: 'order-1' }
const proposal = { subject, action: { type: 'cancel' as const } }
const units = accounts.unitsOf('Prop_1_a', 'ann')

/** Lets a checker approve the cancellation of an order that has `held` units; its investor cancels it first. */
async function approve(held: number, cancelledBy: 'nobody' | 'investor') {
  const ledger = new Committer({ store: new MemoryLedgerStore(), chart, now: () => at })
  const move = (key: string, debit: string, credit: string) =>
    ledger.commit({
      ...{ key, inputHash: key, saves: [], events: [] },
      transfers: single('test', debit, credit, amountOf('units', held)),
    })
  const treasury = accounts.unitsTreasury('Prop_1_a')
  await move('issue', accounts.unitsIssued('Prop_1_a'), treasury)
  await move('pay', treasury, units)
  let isCancelled = false
  const evidence = () => (isCancelled ? notPossible('order_state') : ok({ order: 'order-1', version: 3 }))
  const request = {
    id: 'a-1',
    action: RESOLVE,
    subjectId: subjectId(subject),
    proposal,
    maker: 'maker',
    reason: 'Asked',
  }
  const requested = requestApproval({ ...request, evidence: evidenceOf({ order: 'order-1', version: 3 }), at })
  if (!requested.ok) throw new Error('the proposal is not valid')
  const carryOut = {
    evidence: async () => evidence(),
    change: async (_subject: unknown, _action: unknown, { key }: { key: string }) => {
      if (cancelledBy === 'investor' && !isCancelled) {
        await move('cancel', units, treasury)
        isCancelled = true
      }
      // As decided from the order before it was cancelled.
      const transfers = single('test', units, treasury, amountOf('units', 20))
      return ok({ key, inputHash: '', transfers, saves: [], events: [] })
    },
  }
  const save = { collection: 'audit', id: 'audit-1', version: null, set: {} }
  const resolve = new ResolveSuspense(
    ledger,
    carryOut as never,
    { refuseConflictOfInterest: async () => undefined } as never,
    { refuseChanged: async () => undefined } as never,
    { save: () => save } as never,
    { load: async () => ok(requested.value) } as never,
    { now: () => at },
    { next: () => 'id' },
  )
  const answer = await resolve.decide('a-1', {
    ...{ verdict: 'approve', reason: 'Agrees' },
    by: { userId: 'checker', roles: ['finance'] },
  })
  return answer.ok ? answer.value.state : [answer.error.code, 'extra' in answer.error ? answer.error.extra : undefined]
}

describe('an approval whose units have left their account', () => {
  it('states that the evidence has changed when the investor cancelled the order at the same moment', async () => {
    expect(await approve(20, 'investor')).toEqual(['APPROVAL_EVIDENCE_CHANGED', {}])
  })

  it('states that there are no units when nothing else has changed', async () => {
    expect(await approve(10, 'nobody')).toEqual(['RESOLUTION_NOT_POSSIBLE', { why: 'no_units' }])
  })
})
