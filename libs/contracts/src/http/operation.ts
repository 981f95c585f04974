import * as z from 'zod/mini'
import type { Role, RpcContract } from '../core.js'
import { errorsOf, RATE_LIMITED, VALIDATION_FAILED } from '../errors.js'
import type { ErrorContract } from '../result.js'
import {
  BAD_REQUEST,
  BODY_TOO_LARGE,
  HEADERS_TOO_LARGE,
  REQUEST_TIMEOUT,
  UNSUPPORTED_MEDIA_TYPE,
  URL_TOO_LONG,
} from './errors.js'

/** The groups of operations, with the purpose of each. */
export const tags = {
  account: 'The profile and session of the signed-in user.',
  properties: 'Published offerings, their documents, disclosures and legal texts.',
  register: 'The public share register, and proofs of the caller’s own entries.',
  tokens:
    'Property tokens on the blockchain, and the address that holds the caller’s shares. It can be their own wallet.',
  investing: 'Orders, payments, holdings and cash of the signed-in investor.',
  verification: 'Identity verification of the signed-in user.',
  notices: 'The notices of the signed-in user, and the links with which emails are switched off.',
  compliance: 'Identity cases, investor classifications, shareholders and rule decisions, for compliance staff.',
  finance: 'Raises, orders, refunds, disputes, suspense and payouts, for finance staff.',
  content: 'Properties and the publication of their offerings, for content staff.',
  assistant:
    'Conversations with the assistant, its answers read aloud, its articles, and requests to talk to a person. Conversations are also available over `/ws/chat`.',
  'user pool': 'Sign-up, sign-in and tokens, compatible with the API of Amazon Cognito user pools.',
  learning: 'The learning hub: learning paths, articles, glossary and quizzes, and the progress of the signed-in user.',
  company: 'Messages to the team, and the waitlist of early access.',
  platform: 'Configuration, health and documents.',
} as const

export type RequestHeader = 'Accept-Language' | 'Idempotency-Key' | 'If-Match' | 'Stripe-Signature' | 'Upload-Key'

export interface OperationBody {
  schema: z.ZodMiniType
  example: unknown
  /** Default `application/json`. */
  contentType?: string
  /** The gateway forwards the body without parsing it, so the body cannot cause `VALIDATION_FAILED`. */
  raw?: true
}

export interface OperationResponse {
  status: 200 | 201
  description: string
  /** Schema of a JSON body. Without it, the body has the type `contentType`. */
  schema?: z.ZodMiniType
  contentType?: string
  example?: unknown
  headers?: readonly 'ETag'[]
  /** Other statuses that return the same body. */
  additionalStatuses?: readonly number[]
}

/**
 * One operation of the HTTP API. The OpenAPI document is generated from these, and the gateway's routes are checked
 * against them.
 */
export interface Operation {
  id: string
  method: 'get' | 'post' | 'put' | 'patch'
  /** With path parameters in braces. */
  path: `/${string}`
  tag: keyof typeof tags
  summary: string
  description?: string
  /** The RPCs that the gateway makes to serve it. They determine its access and errors. */
  calls: readonly RpcContract[]
  /** An example of each path parameter. */
  params?: Readonly<Record<string, string>>
  query?: z.ZodMiniObject
  headers?: readonly RequestHeader[]
  body?: OperationBody
  response: OperationResponse
  /** Errors that the gateway adds for this operation, besides the errors that any request can cause. */
  errors?: readonly ErrorContract[]
  /** False if the operation is not rate limited, so it returns neither 429 nor rate-limit headers. */
  limited?: false
}

/** Returns the roles that may call the operation; empty if it isn't restricted by role. */
export const rolesOf = ({ calls }: Pick<Operation, 'calls'>): readonly Role[] => [
  ...new Set(calls.flatMap(({ access }) => (typeof access === 'string' ? [] : access))),
]

/** Returns whether an operation needs a token. A service makes `service` calls for itself, so they need none. */
export const needsToken = ({ calls }: Pick<Operation, 'calls'>): boolean =>
  calls.some(({ access }) => access !== 'public' && access !== 'service')

const REQUEST_ERRORS = [BAD_REQUEST, REQUEST_TIMEOUT, URL_TOO_LONG, HEADERS_TOO_LARGE] as const
const BODY_ERRORS = [BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE] as const

/**
 * Returns every error of an operation: those of its calls, its additional ones, and those that any request can cause.
 * `VALIDATION_FAILED` is left out if the operation has no query, path parameters or parsed body.
 */
export function errorsOfOperation(operation: Operation): readonly ErrorContract[] {
  const { calls, body, query, params, errors = [], limited = true } = operation
  const takesValues = Boolean(query ?? params ?? (body && !body.raw))
  const callErrors = calls.flatMap(errorsOf).filter((error) => takesValues || error !== VALIDATION_FAILED)
  return [
    ...new Set([
      ...callErrors,
      ...errors,
      ...REQUEST_ERRORS,
      ...(body ? BODY_ERRORS : []),
      ...(limited ? [RATE_LIMITED] : []),
    ]),
  ]
}

/** Returns the schema of a successful response: the output of a call, with `success: true`. */
export const success = <T extends z.ZodMiniObject>(output: T) => z.extend(output, { success: z.literal(true) })

/** Returns method and path as one string, such as `GET /api/orders`. */
export const routeOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method.toUpperCase()} ${path}`
