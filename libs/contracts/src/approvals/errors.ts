import * as z from 'zod/mini'
import { id } from '../core.js'
import { defineError } from '../result.js'

export const APPROVAL_PENDING = defineError({
  code: 'APPROVAL_PENDING',
  status: 409,
  extra: { approvalId: z.optional(id) },
  description: 'This is already proposed and needs a second person. `approvalId` is absent if both proposed at once.',
})

export const APPROVAL_NOT_PENDING = defineError({
  code: 'APPROVAL_NOT_PENDING',
  status: 409,
  description: 'The proposal has already been decided or withdrawn, or it has expired.',
})

export const APPROVAL_SAME_PERSON = defineError({
  code: 'APPROVAL_SAME_PERSON',
  status: 403,
  description: 'The caller proposed it. Another person has to decide.',
})

export const APPROVAL_NOT_MAKER = defineError({
  code: 'APPROVAL_NOT_MAKER',
  status: 403,
  description: 'Only the person who proposed it can withdraw it.',
})

export const APPROVAL_EVIDENCE_CHANGED = defineError({
  code: 'APPROVAL_EVIDENCE_CHANGED',
  status: 409,
  description: 'The subject has changed since the proposal, so the proposal has expired. Propose it again.',
})
