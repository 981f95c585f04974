import { describe, expect, it } from '@jest/globals'
import { claimedUntil, decide, holderOf, leaseEnd, openCase, type Case, type Command } from './case.js'

const AT = new Date('2026-11-19T08:00:00Z')

const claimed = (): Case => ({
  ...openCase({ caseId: 'c', userId: 'applicant-1' }, { documentType: 'passport', issuingCountry: 'JOR' }, AT),
  state: 'in_review',
  submittedAt: AT,
  assignee: { userId: 'staff-1', claimedAt: AT, until: leaseEnd(AT) },
})

describe('a claim at the moment it ends', () => {
  const until = () => claimedUntil(claimed().assignee!)
  const before = () => new Date(until().getTime() - 1)
  const conclusion = (by = 'staff-1'): Command => ({
    type: 'reject',
    by,
    reasonCodes: ['DOCUMENT_UNREADABLE'],
    version: claimed().version,
  })
  const codeAt = (command: Command, at: Date) => {
    const decision = decide(claimed(), command, at)
    return decision.ok ? null : decision.error.code
  }

  it('is still held a millisecond before, and no longer then', () => {
    expect(holderOf(claimed(), before())).toBe('staff-1')
    expect(holderOf(claimed(), until())).toBeUndefined()
  })

  it('refuses decisions of its reviewer and of others with different codes', () => {
    expect(codeAt(conclusion(), before())).toBeNull()
    expect(codeAt(conclusion(), until())).toBe('CLAIM_ENDED')
    expect(codeAt(conclusion('staff-2'), before())).toBe('ALREADY_CLAIMED')
    expect(codeAt(conclusion('staff-2'), until())).toBe('NOT_CLAIMED')
  })

  it('lets another reviewer claim the case, as a claim and not as a take-over', () => {
    expect(codeAt({ type: 'claim', by: 'staff-2' }, before())).toBe('ALREADY_CLAIMED')
    const next = decide(claimed(), { type: 'claim', by: 'staff-2' }, until())
    expect(next.ok && next.value.next.history.at(-1)).toMatchObject({ action: 'claimed', actor: 'staff-2' })
  })

  it('of an earlier release, without an end, lasts as long as one that was never renewed', () => {
    const old: Case = { ...claimed(), assignee: { userId: 'staff-1', claimedAt: AT } }
    expect(claimedUntil(old.assignee!)).toEqual(until())
  })
})
