import * as z from 'zod/mini'

/** The result of a use case: its output, or one of its declared errors. Both are plain data. */
export type Result<T, E> = Ok<T> | Refused<E>

export interface Ok<T> {
  readonly ok: true
  readonly value: T
}

export interface Refused<E> {
  readonly ok: false
  readonly error: E
}

/** An error that a call may return. `code` is stable, and clients decide by it. */
export interface ErrorContract<
  C extends string = string,
  S extends number = number,
  X extends Record<string, unknown> = Record<string, unknown>,
> {
  readonly code: C
  /** HTTP status. */
  readonly status: S
  /** The members of the problem detail besides the standard ones. */
  readonly extra: z.ZodMiniType<X>
  /** When the error occurs, and what a client can do about it. */
  readonly description: string
}

/** One occurrence of an error: its code and status, a sentence for people, and its members. */
export interface ErrorData<C extends string, S extends number, X> {
  readonly code: C
  readonly status: S
  readonly detail: string
  readonly extra: X
}

/** The occurrence of a declared error; a union of errors maps to the union of their occurrences. */
export type ErrorOf<E> = E extends ErrorContract<infer C, infer S, infer X> ? ErrorData<C, S, X> : never
export type AnyError = ErrorData<string, number, Record<string, unknown>>

/** Declares an error. Declare it once and list it in the `errors` of every call that may return it. */
export function defineError<C extends string, S extends number, Shape extends z.core.$ZodShape = Record<never, never>>({
  extra,
  ...error
}: {
  code: C
  status: S
  extra?: Shape
  description: string
}): ErrorContract<C, S, z.output<z.ZodMiniObject<Shape, z.core.$strip>>> {
  return { ...error, extra: z.object(extra ?? ({} as Shape)) }
}

type ExtraOf<E extends ErrorContract> = z.output<E['extra']>
/** Mandatory if the error declares a mandatory member; not allowed if it declares none. */
export type ExtraArguments<E extends ErrorContract> =
  ExtraOf<E> extends Record<string, never>
    ? []
    : Record<never, never> extends ExtraOf<E>
      ? [extra?: ExtraOf<E>]
      : [extra: ExtraOf<E>]

/** Returns a success. */
export function ok(): Ok<undefined>
export function ok<T>(value: T): Ok<T>
export function ok<T>(value?: T): Ok<T | undefined> {
  return { ok: true, value }
}

/** Returns `error` as the refusal of a call, with a sentence that states what happened and what to do. */
export function refuse<E extends ErrorContract>(
  { code, status }: E,
  detail: string,
  ...[extra]: ExtraArguments<E>
): Refused<ErrorOf<E>> {
  return { ok: false, error: { code, status, detail, extra: extra ?? {} } as ErrorOf<E> }
}

const ACRONYMS = /\b(?:kyc|url)\b/gi

/** Returns the title of a problem: its code as words, such as `URL too long` for `URL_TOO_LONG`. */
export function problemTitle(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return (words.charAt(0).toUpperCase() + words.slice(1)).replaceAll(ACRONYMS, (word) => word.toUpperCase())
}

/** Returns whether any value is a refusal, for code that runs callbacks with unknown results. */
export const isRefused = (value: unknown): value is Refused<AnyError> =>
  typeof value === 'object' && value !== null && 'error' in value && 'ok' in value && value.ok === false
