import type { Fils, Units } from '@hissa/money'
import * as z from 'zod/mini'
import type { ErrorContract, ErrorOf, Result } from './result.js'
import type { ServiceName } from './services.js'

// zod/mini has no built-in messages: without a locale every issue reads "Invalid input".
z.config(z.locales.en())

export const Role = z.enum(['investor', 'compliance', 'finance', 'content', 'admin'])
export type Role = z.infer<typeof Role>

export const Locale = z.enum(['en', 'ar', 'fr', 'es'])
export type Locale = z.infer<typeof Locale>

export const UserStatus = z.enum([
  'registered',
  'profile_complete',
  'kyc_pending',
  'kyc_complete',
  'investor_active',
  'suspended',
])
export type UserStatus = z.infer<typeof UserStatus>

/**
 * Integer fils, 100 to the dirham. Signed. The schema applies the same check as `fils()`, so its output has the type
 * `Fils`; nothing is added at run time.
 */
export const fils = z.int() as unknown as z.ZodMiniType<Fils, number>
/** A whole number of units (shares), never negative. The schema's output has the type `Units`. */
export const units = z.int().check(z.nonnegative()) as unknown as z.ZodMiniType<Units, number>
/** A count of anything other than money and units. */
export const count = z.int().check(z.nonnegative())
export const id = z.string().check(z.minLength(1), z.maxLength(128))
/** The largest number of names that one call returns. */
export const MAX_NAMES = 200
/** A user's name. */
export const PersonName = z.object({ userId: id, name: z.string() })
export const isoDateTime = z.iso.datetime({ offset: true })
export const version = z.int().check(z.nonnegative())
/** A member's referral code. It has no vowels, and no characters that are mistaken for others. */
export const referralCode = z.string().check(z.regex(/^[2-9BCDFGHJKLMNPQRSTVWXZ]{10}$/))

/** Maximum length of a list's cursor. A cursor is ASCII and holds little more than an id and a sort value. */
export const CURSOR_MAX_BYTES = 512
/** Where a page of a list begins: the `cursor` of the previous page. Opaque. */
export const cursor = z.string().check(z.maxLength(CURSOR_MAX_BYTES))

/**
 * Characters that a reader cannot see: white space, control and format characters, fillers, and the empty Braille
 * pattern.
 */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu
const SHORTEST_REASON = 3

/** Returns whether `text` is enough for a reason: three visible characters, one of them a letter or digit. */
export const isReason = (text: string): boolean =>
  text.replace(INVISIBLE, '').length >= SHORTEST_REASON && /[\p{L}\p{N}]/u.test(text)

/**
 * Creates the schema of a reason that a person gives for an action: trimmed, never blank, at most `maxLength`
 * characters.
 */
export const reasonText = (maxLength: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(maxLength),
      z.refine(isReason, { error: `Write a reason of at least ${SHORTEST_REASON} characters` }),
    )

export const FieldError = z.object({ path: z.string(), code: z.string(), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

/** RFC 9457 problem detail. `code` is stable, and clients decide by it; further members are specific to the problem. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.optional(z.string()),
  code: z.string(),
  errors: z.optional(z.array(FieldError)),
})
export type Problem = z.infer<typeof Problem>

/** Who may call an RPC: anyone, any signed-in user, users with one of these roles, or only other services. */
export type Access = 'public' | 'user' | 'service' | readonly Role[]

export interface RpcContract<
  I extends z.ZodMiniType = z.ZodMiniType,
  O extends z.ZodMiniType = z.ZodMiniType,
  E extends readonly ErrorContract[] = readonly ErrorContract[],
> {
  /** `<service>.<verb>`; the NATS subject is `rpc.<name>`. */
  readonly name: string
  readonly input: I
  readonly output: O
  readonly access: Access
  /**
   * The services that may make the call. The gateway may also make every call whose access is not `service`. Another
   * service makes a user's call with the token of that user, which the called service verifies.
   */
  readonly callers?: readonly ServiceName[]
  /** The errors that it may return, besides those that its access implies (`errorsOf`). */
  readonly errors: E
  /** The caller's deadline in milliseconds. */
  readonly timeoutMs: number
}

/** Declares a request/reply call from the gateway or another service to the service that `name` begins with. */
export function defineRpc<
  I extends z.ZodMiniType,
  O extends z.ZodMiniType,
  const E extends readonly ErrorContract[],
>(contract: {
  name: string
  input: I
  output: O
  access: Access
  callers?: readonly ServiceName[]
  errors: E
  timeoutMs?: number
}): RpcContract<I, O, E> {
  return { timeoutMs: 5_000, ...contract }
}

export interface EventContract<D extends z.ZodMiniType = z.ZodMiniType> {
  /** CloudEvents type, `<service>.<entity>.<verb>.v<n>`; the NATS subject is `hissa.<type>`. */
  readonly type: string
  readonly data: D
}

/** Declares an event that a service publishes. Data holds values only: ids, amounts, times. */
export function defineEvent<D extends z.ZodMiniType>(contract: { type: string; data: D }): EventContract<D> {
  return contract
}

/** A service on the bus, declared in `<service>/bus.ts`. Its rights on the bus are computed from this. */
export interface BusContract {
  /** The exports of its folder: the service owns every call and event among them. */
  readonly contracts: Readonly<Record<string, unknown>>
  /** Its durable consumers by name, each with the event it reads. A consumer that is not listed has no rights. */
  readonly consumers: Readonly<Record<string, EventContract>>
  /** Event types that it subscribes to without a durable consumer; `*` matches one token. */
  readonly subscriptions?: readonly string[]
}

export type Input<C> = C extends RpcContract<infer I, z.ZodMiniType> ? z.output<I> : never
export type Output<C> = C extends RpcContract<z.ZodMiniType, infer O> ? z.output<O> : never
/** The errors that a call declares, each with its members. */
export type ErrorsOf<C> = C extends RpcContract<z.ZodMiniType, z.ZodMiniType, infer E> ? ErrorOf<E[number]> : never
/** What the use case behind a call returns. Returning an error that the call does not declare is a compile error. */
export type Answer<C> = Result<Output<C>, ErrorsOf<C>>
export type EventData<C> = C extends EventContract<infer D> ? z.output<D> : never

/** The CloudEvents 1.0 envelope of an event on JetStream. `version` is the aggregate's. */
export interface CloudEvent<D = unknown> {
  specversion: '1.0'
  id: string
  type: string
  source: string
  subject: string
  time: string
  datacontenttype: 'application/json'
  version: number
  traceparent?: string
  data: D
}
