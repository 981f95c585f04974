import type { UserStatus } from '@hissa/contracts'

export type KycOutcome = 'submitted' | 'approved' | 'rejected' | 'resubmission-requested' | 'reopened' | 'cleared'

/** The facts from which an investor's status is derived. */
export interface StatusFacts {
  profileSaved: boolean
  kyc: 'none' | 'pending' | 'approved'
  /** The newest KYC event that was applied; older ones are ignored. */
  heard?: { caseId: string; version: number; rank: number; at: Date }
  paid: boolean
  suspended: boolean
}

export type StatusEvent =
  | { kind: 'profile-saved' }
  | { kind: 'order-paid' }
  | { kind: 'kyc'; outcome: KycOutcome; caseId: string; version: number; at: Date }

export const initialFacts: StatusFacts = { profileSaved: false, kyc: 'none', paid: false, suspended: false }

/** Orders events of one version: a case submitted and decided in one commit has one version for both events. */
const RANK: Record<KycOutcome, number> = {
  ...{ submitted: 0, 'resubmission-requested': 1, rejected: 1, approved: 1 },
  ...{ reopened: 1, cleared: 1 },
}

/** A changed list ends an approval until reviewers have cleared the case, whatever the state was. */
const RESCREENED = { reopened: 'pending', cleared: 'approved' } as const

/** KYC state × outcome → next KYC state. Approval lasts until a later decision; a new submission doesn't end it. */
const KYC_TRANSITIONS: Record<StatusFacts['kyc'], Record<KycOutcome, StatusFacts['kyc']>> = {
  none: {
    submitted: 'pending',
    approved: 'approved',
    rejected: 'none',
    'resubmission-requested': 'none',
    ...RESCREENED,
  },
  pending: {
    submitted: 'pending',
    approved: 'approved',
    rejected: 'none',
    'resubmission-requested': 'none',
    ...RESCREENED,
  },
  approved: {
    submitted: 'approved',
    approved: 'approved',
    rejected: 'none',
    'resubmission-requested': 'none',
    ...RESCREENED,
  },
}

/** The first matching rule determines the status. */
const STATUS_RULES: readonly (readonly [UserStatus, (facts: StatusFacts) => boolean])[] = [
  ['suspended', (facts) => facts.suspended],
  ['registered', (facts) => !facts.profileSaved],
  ['investor_active', (facts) => facts.kyc === 'approved' && facts.paid],
  ['kyc_complete', (facts) => facts.kyc === 'approved'],
  ['kyc_pending', (facts) => facts.kyc === 'pending'],
  ['profile_complete', () => true],
]

/** Returns the facts after an event. Ignores duplicate and outdated events, so delivery order doesn't matter. */
export function applyEvent(facts: StatusFacts, event: StatusEvent): StatusFacts {
  if (event.kind === 'profile-saved') return { ...facts, profileSaved: true }
  if (event.kind === 'order-paid') return facts.paid ? facts : { ...facts, paid: true }
  const heard = { caseId: event.caseId, version: event.version, rank: RANK[event.outcome], at: event.at }
  return isNewer(heard, facts.heard) ? { ...facts, kyc: KYC_TRANSITIONS[facts.kyc][event.outcome], heard } : facts
}

type KycEvent = NonNullable<StatusFacts['heard']>

function isNewer(event: KycEvent, last: KycEvent | undefined): boolean {
  if (!last) return true
  if (event.caseId !== last.caseId) return event.at > last.at
  return event.version === last.version ? event.rank > last.rank : event.version > last.version
}

/** Returns the user status that follows from the stored facts: that of the first rule that applies. */
export const statusOf = (facts: StatusFacts): UserStatus => STATUS_RULES.find(([, holds]) => holds(facts))![0]

/** Returns whether the profile is saved and KYC submitted. */
export const isOnboarded = (status: UserStatus): boolean =>
  status === 'kyc_pending' || status === 'kyc_complete' || status === 'investor_active'

/** Returns the KYC status that the product's profile shows for a user status. */
export const kycStatusOf = (status: UserStatus): 'approved' | 'pending' =>
  status === 'kyc_complete' || status === 'investor_active' ? 'approved' : 'pending'

/** Returns the investor status that the product's profile shows for a user status. */
export const investorStatusOf = (status: UserStatus): 'active' | 'pending' | 'inactive' => {
  if (status === 'suspended') return 'inactive'
  return status === 'investor_active' ? 'active' : 'pending'
}
