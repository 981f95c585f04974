import type { Profile } from '@hissa/contracts/identity'
import type { KycStatus } from '@hissa/contracts/kyc'

export const STEPS = ['profile', 'identity', 'result'] as const
export type OnboardingStep = (typeof STEPS)[number]

/** How far the reader has come: the first step that is not done. */
export function reachedStep(profile: Pick<Profile, 'version'>, kyc: Pick<KycStatus, 'state'>): OnboardingStep {
  if (profile.version === 0) return 'profile'
  return kyc.state === 'not_started' || kyc.state === 'collecting' || kyc.state === 'resubmission'
    ? 'identity'
    : 'result'
}

/**
 * The step that an address asks for, as far as it can be shown: nothing ahead of what was reached; once the case is in,
 * its documents are no longer open, but after a refusal that can be mended they are. A resubmission first shows why.
 */
export function shownStep(
  asked: string | null,
  reached: OnboardingStep,
  kyc: Pick<KycStatus, 'state'>,
): OnboardingStep {
  if (asked === 'profile') return 'profile'
  if (reached === 'profile') return 'profile'
  if (asked === 'identity') return reached === 'identity' || kyc.state === 'rejected' ? 'identity' : 'result'
  if (kyc.state === 'resubmission') return 'result'
  return reached
}
