import { describe, expect, it } from '@jest/globals'
import type { AnyError, Result } from '@hissa/contracts'
import { valueOrThrow } from '@hissa/kernel'
import { approvalOf, approvalSave, type ApprovalRow } from './approval-row.js'
import {
  decideApproval,
  evidenceOf,
  expireIfChanged,
  requestApproval,
  withdrawApproval,
  type ApprovalDecision,
} from './approval.js'

const at = new Date('2026-11-22T10:00:00Z')
const later = new Date('2026-11-22T11:00:00Z')
const request = {
  id: 'approval-1',
  action: 'suspense.refund',
  subjectId: 'payment-1',
  evidence: evidenceOf({ amountFils: 200_000 }),
  proposal: { paymentId: 'payment-1', amountFils: 200_000 },
  maker: 'maker',
  reason: 'The order was cancelled before the payment arrived',
  at,
}
const decision: ApprovalDecision = {
  checker: 'checker',
  verdict: 'approve',
  evidence: request.evidence,
  reason: 'Agrees with the bank file',
  at: later,
}
const pending = valueOrThrow(requestApproval(request))
const refusal = (result: Result<unknown, AnyError>) => {
  if (result.ok) throw new Error('expected a refusal')
  const { code, status } = result.error
  return { code, status }
}
const decided = (...input: Parameters<typeof decideApproval>) => valueOrThrow(decideApproval(...input))
const withdrawn = (...input: Parameters<typeof withdrawApproval>) => valueOrThrow(withdrawApproval(...input))
const BLANK = [
  '',
  '   ',
  '\u200b\u200b\u200b',
  '\u2060 \ufeff',
  '\u3164\u3164\u3164',
  '\u2800\u2800\u2800',
  '...',
  'ok',
]

describe('requestApproval', () => {
  it('proposes an action for another person to decide', () => {
    expect(pending).toEqual({
      id: 'approval-1',
      action: 'suspense.refund',
      subjectId: 'payment-1',
      evidence: request.evidence,
      proposal: request.proposal,
      maker: 'maker',
      reason: request.reason,
      state: 'pending',
      requestedAt: at,
      checker: null,
      checkerReason: null,
      endedAt: null,
      version: 1,
    })
  })

  it.each(BLANK)('rejects a blank reason: %j', (reason) => {
    expect(refusal(requestApproval({ ...request, reason }))).toEqual({ code: 'VALIDATION_FAILED', status: 422 })
  })
})

describe('decideApproval', () => {
  it.each([
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const)('lets another person %s it, with a reason', (verdict, state) => {
    const after = decided(pending, { ...decision, verdict })
    expect(after).toMatchObject({ state, checker: 'checker', checkerReason: decision.reason, version: 2 })
    expect(after.endedAt).toEqual(later)
    expect(pending.state).toBe('pending')
  })

  it.each(['approve', 'reject'] as const)('refuses to let the maker %s it, in any state', (verdict) => {
    const own = { ...decision, checker: 'maker', verdict }
    for (const each of [pending, decided(pending, decision)]) {
      expect(refusal(decideApproval(each, own))).toEqual({ code: 'APPROVAL_SAME_PERSON', status: 403 })
    }
  })

  it.each(['approve', 'reject'] as const)('refuses to %s a proposal whose evidence has changed', (verdict) => {
    const changed = { ...decision, verdict, evidence: evidenceOf({ amountFils: 200_001 }) }
    expect(refusal(decideApproval(pending, changed))).toEqual({ code: 'APPROVAL_EVIDENCE_CHANGED', status: 409 })
  })

  it('refuses to decide an ended approval', () => {
    const ended = [
      decided(pending, decision),
      decided(pending, { ...decision, verdict: 'reject' }),
      withdrawn(pending, { by: 'maker', at: later }),
      expireIfChanged(pending, { evidence: 'other', at: later }),
    ]
    for (const each of ended) {
      expect(refusal(decideApproval(each, decision))).toEqual({ code: 'APPROVAL_NOT_PENDING', status: 409 })
    }
  })

  it.each(BLANK)('rejects a blank reason: %j', (reason) => {
    expect(refusal(decideApproval(pending, { ...decision, reason }))).toEqual({
      code: 'VALIDATION_FAILED',
      status: 422,
    })
  })
})

describe('withdrawApproval', () => {
  it('lets only the maker withdraw a pending proposal', () => {
    expect(withdrawn(pending, { by: 'maker', at: later })).toMatchObject({ state: 'withdrawn', version: 2 })
    expect(refusal(withdrawApproval(pending, { by: 'checker', at: later }))).toEqual({
      code: 'APPROVAL_NOT_MAKER',
      status: 403,
    })
    expect(refusal(withdrawApproval(decided(pending, decision), { by: 'maker', at: later })).code).toBe(
      'APPROVAL_NOT_PENDING',
    )
  })
})

describe('expireIfChanged', () => {
  it('ends a pending proposal whose evidence has changed, and no other', () => {
    const changed = { evidence: 'other', at: later }
    expect(expireIfChanged(pending, changed)).toMatchObject({ state: 'expired', checker: null, version: 2 })
    expect(expireIfChanged(pending, { evidence: pending.evidence, at: later })).toBe(pending)
    const ended = decided(pending, decision)
    expect(expireIfChanged(ended, changed)).toBe(ended)
  })
})

describe('evidenceOf', () => {
  it('is the same for equal values, in any order of members, and different for others', () => {
    expect(evidenceOf({ a: 1, b: [{ c: 2, d: null }] })).toBe(evidenceOf({ b: [{ d: null, c: 2 }], a: 1 }))
    expect(evidenceOf({ a: 1 })).not.toBe(evidenceOf({ a: '1' }))
    expect(evidenceOf([1, 2])).not.toBe(evidenceOf([2, 1]))
  })
})

describe('approvalSave', () => {
  it('inserts a request under a unique key, and removes the key when it ends', () => {
    expect(approvalSave(pending)).toMatchObject({
      collection: 'approvals',
      id: 'approval-1',
      version: 0,
      set: { state: 'pending', pendingKey: 'suspense.refund payment-1' },
    })
    expect(approvalSave(decided(pending, decision))).toMatchObject({
      version: 1,
      set: { state: 'approved', checker: 'checker' },
      unset: ['pendingKey'],
    })
  })

  it('stores every field, so that the row reads back as the same approval', () => {
    const { id, version, set } = approvalSave(pending)
    expect(approvalOf({ _id: id, ...set, version: version + 1 } as ApprovalRow)).toEqual(pending)
  })
})
