import { isConnectionLost, type ApiError } from '../../api/problem.js'
import type { MessageId } from '../../i18n/i18n.js'

const TEXTS: Record<string, MessageId> = {
  VALIDATION_FAILED: 'onboarding.error.mrzRefused',
  KYC_NOT_OPEN: 'onboarding.identity.notOpen',
  UPLOADS_MISSING: 'onboarding.error.uploadsMissing',
  PROFILE_REQUIRED: 'onboarding.error.profileRequired',
}

/** Returns the message for a rejected submission. */
export const submitError = (refused: ApiError): MessageId =>
  isConnectionLost(refused) ? 'ui.connectionLost' : (TEXTS[refused.code] ?? 'onboarding.error.save')
