import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { investorStatusOf, isOnboarded, kycStatusOf, applyEvent, initialFacts, statusOf } from './user-status.js'
import type { KycOutcome, StatusEvent } from './user-status.js'

const kyc = (outcome: KycOutcome, version: number, caseId = 'c1', minute = version): StatusEvent => ({
  kind: 'kyc',
  outcome,
  caseId,
  version,
  at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
})
const saved: StatusEvent = { kind: 'profile-saved' }
const paid: StatusEvent = { kind: 'order-paid' }
const after = (...events: StatusEvent[]) => statusOf(events.reduce(applyEvent, initialFacts))

describe('statusOf', () => {
  it.each([
    ['registered', []],
    ['profile_complete', [saved]],
    ['kyc_pending', [saved, kyc('submitted', 1)]],
    ['kyc_complete', [saved, kyc('submitted', 1), kyc('approved', 2)]],
    ['investor_active', [saved, kyc('submitted', 1), kyc('approved', 2), paid]],
    ['profile_complete', [saved, kyc('submitted', 1), kyc('rejected', 2)]],
    ['profile_complete', [saved, kyc('submitted', 1), kyc('resubmission-requested', 2)]],
    ['kyc_pending', [saved, kyc('submitted', 1), kyc('resubmission-requested', 2), kyc('submitted', 3)]],
    ['kyc_pending', [saved, kyc('approved', 2), kyc('reopened', 3)]],
    ['kyc_complete', [saved, kyc('approved', 2), kyc('reopened', 3), kyc('cleared', 6)]],
    ['profile_complete', [saved, kyc('approved', 2), kyc('reopened', 3), kyc('rejected', 6)]],
  ] as [string, StatusEvent[]][])('returns %s', (status, events) => {
    expect(after(...events)).toBe(status)
  })

  it('does not depend on the order or repetition of events', () => {
    const events = [
      saved,
      kyc('submitted', 1),
      kyc('resubmission-requested', 2),
      kyc('submitted', 3),
      kyc('approved', 3),
      paid,
    ]
    const arrivals = fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })
    fc.assert(fc.property(arrivals, (order) => after(...order) === 'investor_active'))
  })

  it('ignores a late event of a decided case', () => {
    expect(after(saved, kyc('approved', 2), kyc('submitted', 1))).toBe('kyc_complete')
    expect(after(saved, kyc('rejected', 2), kyc('submitted', 1))).toBe('profile_complete')
    expect(after(saved, kyc('submitted', 1, 'c2', 9), kyc('rejected', 2, 'c1', 5))).toBe('kyc_pending')
  })

  it('remains kyc_complete while a second case is under review', () => {
    expect(after(saved, kyc('approved', 2), kyc('submitted', 1, 'c2', 9))).toBe('kyc_complete')
  })

  it('returns suspended regardless of other facts', () => {
    expect(statusOf({ ...[saved, kyc('approved', 1), paid].reduce(applyEvent, initialFacts), suspended: true })).toBe(
      'suspended',
    )
  })
})

describe('isOnboarded, kycStatusOf and investorStatusOf', () => {
  it.each([
    ['registered', false, 'pending', 'pending'],
    ['profile_complete', false, 'pending', 'pending'],
    ['kyc_pending', true, 'pending', 'pending'],
    ['kyc_complete', true, 'approved', 'pending'],
    ['investor_active', true, 'approved', 'active'],
    ['suspended', false, 'pending', 'inactive'],
  ] as const)('derive their values from %s', (status, onboarded, kycStatus, investorStatus) => {
    expect([isOnboarded(status), kycStatusOf(status), investorStatusOf(status)]).toEqual([
      onboarded,
      kycStatus,
      investorStatus,
    ])
  })
})
