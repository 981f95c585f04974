import type { UserStatus } from '@hissa/contracts'

export type KycOutcome = 'submitted' | 'approved' | 'rejected' | 'resubmission-requested'

/** What is known about an investor's way in. The status is derived from it and from nothing else. */
export interface StatusFacts {
  profileSaved: boolean
  kyc: 'none' | 'pending' | 'approved'
  /** The newest word of the KYC service that was heard: older ones change nothing. */
  heard?: { caseId: string; version: number; rank: number; at: Date }
  paid: boolean
  suspended: boolean
}

export type StatusFact =
  | { kind: 'profile-saved' }
  | { kind: 'order-paid' }
  | { kind: 'kyc'; outcome: KycOutcome; caseId: string; version: number; at: Date }

export const newcomer: StatusFacts = { profileSaved: false, kyc: 'none', paid: false, suspended: false }

/** A case that is decided in the commit that submits it says both with one version: the decision is the later word. */
const RANK: Record<KycOutcome, number> = { submitted: 0, 'resubmission-requested': 1, rejected: 1, approved: 1 }

/** KYC state before × what the KYC service says → KYC state after. Who is approved stays so until a decision says otherwise. */
const KYC: Record<StatusFacts['kyc'], Record<KycOutcome, StatusFacts['kyc']>> = {
  none: { submitted: 'pending', approved: 'approved', rejected: 'none', 'resubmission-requested': 'none' },
  pending: { submitted: 'pending', approved: 'approved', rejected: 'none', 'resubmission-requested': 'none' },
  approved: { submitted: 'approved', approved: 'approved', rejected: 'none', 'resubmission-requested': 'none' },
}

/** The first line that holds is the status. */
const LADDER: readonly (readonly [UserStatus, (facts: StatusFacts) => boolean])[] = [
  ['suspended', (facts) => facts.suspended],
  ['registered', (facts) => !facts.profileSaved],
  ['investor_active', (facts) => facts.kyc === 'approved' && facts.paid],
  ['kyc_complete', (facts) => facts.kyc === 'approved'],
  ['kyc_pending', (facts) => facts.kyc === 'pending'],
  ['profile_complete', () => true],
]

/** The facts after one more, in whatever order they come: what is heard twice or late changes nothing. */
export function learn(facts: StatusFacts, fact: StatusFact): StatusFacts {
  if (fact.kind === 'profile-saved') return { ...facts, profileSaved: true }
  if (fact.kind === 'order-paid') return { ...facts, paid: true }
  const heard = { caseId: fact.caseId, version: fact.version, rank: RANK[fact.outcome], at: fact.at }
  return isNewer(heard, facts.heard) ? { ...facts, kyc: KYC[facts.kyc][fact.outcome], heard } : facts
}

type Heard = NonNullable<StatusFacts['heard']>

function isNewer(word: Heard, last: Heard | undefined): boolean {
  if (!last) return true
  if (word.caseId !== last.caseId) return word.at > last.at
  return word.version === last.version ? word.rank > last.rank : word.version > last.version
}

export const statusOf = (facts: StatusFacts): UserStatus => LADDER.find(([, holds]) => holds(facts))![0]

/** Profile saved and KYC submitted. */
export const isOnboarded = (status: UserStatus): boolean =>
  status === 'kyc_pending' || status === 'kyc_complete' || status === 'investor_active'

/** Approved from `kyc_complete` on: who invests has not become unapproved by it. */
export const kycStatusOf = (status: UserStatus): 'approved' | 'pending' =>
  status === 'kyc_complete' || status === 'investor_active' ? 'approved' : 'pending'

export const investorStatusOf = (status: UserStatus): 'active' | 'pending' | 'inactive' => {
  if (status === 'suspended') return 'inactive'
  return status === 'investor_active' ? 'active' : 'pending'
}
