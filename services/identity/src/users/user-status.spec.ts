import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { investorStatusOf, isOnboarded, kycStatusOf, learn, newcomer, statusOf } from './user-status.js'
import type { KycOutcome, StatusFact } from './user-status.js'

const kyc = (outcome: KycOutcome, version: number, caseId = 'c1', minute = version): StatusFact => ({
  kind: 'kyc',
  outcome,
  caseId,
  version,
  at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
})
const saved: StatusFact = { kind: 'profile-saved' }
const paid: StatusFact = { kind: 'order-paid' }
const after = (...facts: StatusFact[]) => statusOf(facts.reduce(learn, newcomer))

describe('the status of an investor', () => {
  it.each([
    ['registered', []],
    ['profile_complete', [saved]],
    ['kyc_pending', [saved, kyc('submitted', 1)]],
    ['kyc_complete', [saved, kyc('submitted', 1), kyc('approved', 2)]],
    ['investor_active', [saved, kyc('submitted', 1), kyc('approved', 2), paid]],
    ['profile_complete', [saved, kyc('submitted', 1), kyc('rejected', 2)]],
    ['profile_complete', [saved, kyc('submitted', 1), kyc('resubmission-requested', 2)]],
    ['kyc_pending', [saved, kyc('submitted', 1), kyc('resubmission-requested', 2), kyc('submitted', 3)]],
  ] as [string, StatusFact[]][])('is %s', (status, facts) => {
    expect(after(...facts)).toBe(status)
  })

  it('does not depend on the order in which the facts arrive, nor on their number', () => {
    const facts = [
      saved,
      kyc('submitted', 1),
      kyc('resubmission-requested', 2),
      kyc('submitted', 3),
      kyc('approved', 3),
      paid,
    ]
    const arrivals = fc.shuffledSubarray([...facts, ...facts], { minLength: facts.length * 2 })
    fc.assert(fc.property(arrivals, (order) => after(...order) === 'investor_active'))
  })

  it('is not moved back by a late word about a case that was decided', () => {
    expect(after(saved, kyc('approved', 2), kyc('submitted', 1))).toBe('kyc_complete')
    expect(after(saved, kyc('rejected', 2), kyc('submitted', 1))).toBe('profile_complete')
    expect(after(saved, kyc('submitted', 1, 'c2', 9), kyc('rejected', 2, 'c1', 5))).toBe('kyc_pending')
  })

  it('stays approved while a further case is looked at', () => {
    expect(after(saved, kyc('approved', 2), kyc('submitted', 1, 'c2', 9))).toBe('kyc_complete')
  })

  it('is suspended whatever else is known', () => {
    expect(statusOf({ ...[saved, kyc('approved', 1), paid].reduce(learn, newcomer), suspended: true })).toBe(
      'suspended',
    )
  })
})

describe('what others show of the status', () => {
  it.each([
    ['registered', false, 'pending', 'pending'],
    ['profile_complete', false, 'pending', 'pending'],
    ['kyc_pending', true, 'pending', 'pending'],
    ['kyc_complete', true, 'approved', 'pending'],
    ['investor_active', true, 'approved', 'active'],
    ['suspended', false, 'pending', 'inactive'],
  ] as const)('%s', (status, onboarded, kycStatus, investorStatus) => {
    expect([isOnboarded(status), kycStatusOf(status), investorStatusOf(status)]).toEqual([
      onboarded,
      kycStatus,
      investorStatus,
    ])
  })
})
