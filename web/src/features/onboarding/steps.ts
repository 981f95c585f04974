import type { Profile } from '@hissa/contracts/identity'
import type { KycStatus } from '@hissa/contracts/kyc'

export const STEPS = ['profile', 'identity', 'result'] as const
export type OnboardingStep = (typeof STEPS)[number]

/** Returns the first step that isn't completed. */
export function reachedStep(profile: Pick<Profile, 'version'>, kyc: Pick<KycStatus, 'state'>): OnboardingStep {
  if (profile.version === 0) return 'profile'
  return kyc.state === 'not_started' || kyc.state === 'collecting' || kyc.state === 'resubmission'
    ? 'identity'
    : 'result'
}

/**
 * Returns the step to show for an address, never beyond the reached one. After the submission the documents are
 * read-only, except after a rejection. A resubmission first shows the reason.
 */
export function shownStep(
  requested: string | null,
  reached: OnboardingStep,
  kyc: Pick<KycStatus, 'state'>,
): OnboardingStep {
  if (requested === 'profile') return 'profile'
  if (reached === 'profile') return 'profile'
  if (requested === 'identity') return reached === 'identity' || kyc.state === 'rejected' ? 'identity' : 'result'
  if (kyc.state === 'resubmission') return 'result'
  return reached
}
