import * as z from 'zod/mini'
import { FieldError, type RpcContract } from './core.js'
import { defineError, refuse, type ErrorContract, type ErrorOf, type Refused } from './result.js'

const fields = { errors: z.array(FieldError) }

/** The request does not match the schema of the contract. */
export const VALIDATION_FAILED = defineError({
  code: 'VALIDATION_FAILED',
  status: 400,
  extra: fields,
  description: 'The request does not match the schema. `errors` lists each faulty field by JSON pointer.',
})

/** The request matches the schema, but its values are not acceptable. Shares its code with VALIDATION_FAILED. */
export const INVALID_FIELDS = defineError({
  code: 'VALIDATION_FAILED',
  status: 422,
  extra: fields,
  description: 'The values of some fields are not acceptable. `errors` lists each of them by JSON pointer.',
})

export const UNAUTHENTICATED = defineError({
  code: 'UNAUTHENTICATED',
  status: 401,
  description: 'No valid token was presented. Sign in again.',
})

export const TOKEN_EXPIRED = defineError({
  code: 'TOKEN_EXPIRED',
  status: 401,
  description: 'The token has expired. Refresh it and repeat the request.',
})

export const IDENTITY_UNAVAILABLE = defineError({
  code: 'IDENTITY_UNAVAILABLE',
  status: 503,
  description: 'The keys that tokens are verified with cannot be fetched. The token may be valid: try again.',
})

export const FORBIDDEN = defineError({
  code: 'FORBIDDEN',
  status: 403,
  description: 'The account has none of the required roles, or may not act on this subject.',
})

export const RATE_LIMITED = defineError({
  code: 'RATE_LIMITED',
  status: 429,
  description: 'Too many requests. Wait for the time in the Retry-After header.',
})

export const INTERNAL = defineError({
  code: 'INTERNAL',
  status: 500,
  description: 'A fault on our side. The request may be repeated under the same idempotency key.',
})

export const SERVICE_UNAVAILABLE = defineError({
  code: 'SERVICE_UNAVAILABLE',
  status: 503,
  description: 'A service or its store is not available at the moment. Try again.',
})

export const DEADLINE_EXCEEDED = defineError({
  code: 'DEADLINE_EXCEEDED',
  status: 504,
  description: 'The response did not arrive in time. The request may have been carried out.',
})

export const NOT_FOUND = defineError({
  code: 'NOT_FOUND',
  status: 404,
  description: 'The resource does not exist, or the caller may not see it.',
})

export const VERSION_CONFLICT = defineError({
  code: 'VERSION_CONFLICT',
  status: 409,
  description: 'The resource has changed since it was read. Read it again, then repeat the change.',
})

export const ACCOUNT_SUSPENDED = defineError({
  code: 'ACCOUNT_SUSPENDED',
  status: 403,
  description: 'The account is suspended. It can still read.',
})

const ALWAYS = [VALIDATION_FAILED, INTERNAL, SERVICE_UNAVAILABLE, DEADLINE_EXCEEDED] as const
const WITH_TOKEN = [UNAUTHENTICATED, TOKEN_EXPIRED, IDENTITY_UNAVAILABLE] as const

/** Returns the errors that every call with this access can end with, because they arise before its handler runs. */
export function impliedErrors({ access }: Pick<RpcContract, 'access'>): readonly ErrorContract[] {
  if (access === 'service') return ALWAYS
  return Array.isArray(access) ? [...ALWAYS, ...WITH_TOKEN, FORBIDDEN] : [...ALWAYS, ...WITH_TOKEN]
}

/** Returns every error of a call: those it declares and those its access implies. */
export const errorsOf = (call: Pick<RpcContract, 'access' | 'errors'>): readonly ErrorContract[] => [
  ...new Set([...call.errors, ...impliedErrors(call)]),
]

/** Returns a refusal of field values (422); its detail names each field with its message. */
export const refuseFields = (errors: readonly FieldError[]): Refused<ErrorOf<typeof INVALID_FIELDS>> =>
  refuse(INVALID_FIELDS, errors.map(({ path, message }) => `${path}: ${message}`).join('; '), { errors: [...errors] })
