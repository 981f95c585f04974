import type { CaseState, Risk } from '@hissa/contracts/kyc'
import type { Tone } from '../../ui/status.js'

export const RISK_TONES: Record<Risk, Tone> = { low: 'good', medium: 'warn', high: 'bad' }

export const CASE_TONES: Record<CaseState, Tone> = {
  collecting: 'neutral',
  in_review: 'info',
  resubmission: 'warn',
  approved: 'good',
  rejected: 'bad',
}
