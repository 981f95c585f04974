import * as z from 'zod/mini'
import { id } from '../core.js'
import { defineError } from '../result.js'
import { UploadKind } from './documents.js'

export const KYC_ALREADY_APPROVED = defineError({
  code: 'KYC_ALREADY_APPROVED',
  status: 409,
  description: 'The caller’s identity is already verified.',
})

export const KYC_IN_REVIEW = defineError({
  code: 'KYC_IN_REVIEW',
  status: 409,
  description: 'The caller’s case is under review. Its status states when a decision is due.',
})

export const KYC_CLOSED = defineError({
  code: 'KYC_CLOSED',
  status: 409,
  description: 'The caller’s case was rejected permanently. Contact support.',
})

export const KYC_NOT_OPEN = defineError({
  code: 'KYC_NOT_OPEN',
  status: 409,
  description: 'The case is under review or decided, so its applicant cannot change it.',
})

export const UPLOADS_MISSING = defineError({
  code: 'UPLOADS_MISSING',
  status: 422,
  extra: { kinds: z.array(UploadKind) },
  description: 'The case lacks pictures of its document. `kinds` lists them.',
})

export const PROFILE_REQUIRED = defineError({
  code: 'PROFILE_REQUIRED',
  status: 409,
  description: 'There is no saved profile to compare the document with. Save the profile first.',
})

export const KYC_NOT_IN_REVIEW = defineError({
  code: 'KYC_NOT_IN_REVIEW',
  status: 409,
  description: 'The case has been decided, or its applicant has to submit it again.',
})

export const ALREADY_CLAIMED = defineError({
  code: 'ALREADY_CLAIMED',
  status: 409,
  extra: { assignee: id },
  description: 'Another reviewer has claimed the case. `assignee` is their user id.',
})

export const NOT_CLAIMED = defineError({
  code: 'NOT_CLAIMED',
  status: 409,
  description: 'No reviewer has claimed the case. Claim it before deciding it.',
})

export const CLAIM_ENDED = defineError({
  code: 'CLAIM_ENDED',
  status: 409,
  description: 'The caller’s claim has ended, because the desk did not renew it in time. Claim the case again.',
})

export const EVIDENCE_NOT_OPENED = defineError({
  code: 'EVIDENCE_NOT_OPENED',
  status: 409,
  extra: { kinds: z.array(UploadKind), details: z.boolean() },
  description:
    'The caller has not looked at what they approve: `kinds` lists the pictures to open, and `details` says whether the unmasked names and dates are missing too.',
})

export const REASON_REQUIRED = defineError({
  code: 'REASON_REQUIRED',
  status: 403,
  description: 'The caller has not claimed the case, so a reason is needed to see its documents.',
})
