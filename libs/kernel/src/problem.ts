import {
  problemTitle,
  refuse,
  type AnyError,
  type ErrorContract,
  type ExtraArguments,
  type FieldError,
  type Problem,
  type Result,
} from '@hissa/contracts'
import * as z from 'zod/mini'

/**
 * A refusal as an exception: a stable `code`, an HTTP status and a sentence. Only edges throw it (the gateway, the
 * interceptor of calls, parsing); a use case returns a `Result`.
 */
export class ProblemError extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    detail: string,
    readonly extra: Record<string, unknown> = {},
  ) {
    super(detail)
    this.name = 'ProblemError'
  }

  /** Returns the problem details of RFC 9457. `type` is a path below the public address that explains the code. */
  toProblem(instance?: string): Problem {
    return {
      type: `/problems/${this.code.toLowerCase().replaceAll('_', '-')}`,
      title: problemTitle(this.code),
      status: this.status,
      detail: this.message,
      code: this.code,
      ...(instance ? { instance } : {}),
      ...this.extra,
    }
  }

  /** Converts the error of a refused result into an exception. */
  static of({ code, status, detail, extra }: AnyError): ProblemError {
    return new ProblemError(code, status, detail, extra)
  }

  static from(problem: Problem): ProblemError {
    const { type: _type, title: _title, status, detail, code, instance: _instance, ...extra } = problem
    return new ProblemError(code, status, detail, extra)
  }
}

/** Thrown when a part that a call needs is down. Edges log its cause and answer SERVICE_UNAVAILABLE. */
export class PartDownError extends Error {
  override readonly name = 'PartDownError'
}

/** Returns a declared error as an exception, for edges to throw. */
export const problemFor = <E extends ErrorContract>(error: E, detail: string, ...extra: ExtraArguments<E>) =>
  ProblemError.of(refuse(error, detail, ...extra).error)

/** Returns the value of a success; throws a refusal as ProblemError. For edges, which reply to a caller. */
export function valueOrThrow<T>(result: Result<T, AnyError>): T {
  if (result.ok) return result.value
  throw ProblemError.of(result.error)
}

/** Creates a ProblemError; `extra` holds the problem's own members, such as `nearestFils` or `next`. */
export const problem = (code: string, status: number, detail: string, extra?: Record<string, unknown>) =>
  new ProblemError(code, status, detail, extra)

/** Creates the ProblemError VALIDATION_FAILED, with a sentence that lists the errors. */
export const validationProblem = (errors: FieldError[], status = 400) =>
  problem('VALIDATION_FAILED', status, errors.map((error) => `${error.path}: ${error.message}`).join('; '), { errors })

/** Parses `value`. Throws VALIDATION_FAILED (400) with one entry for each issue, its path as a JSON pointer. */
export function parseOrProblem<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  throw validationProblem(
    result.error.issues.map((issue) => ({
      path: `/${issue.path.map(String).join('/')}`,
      code: issue.code ?? 'invalid',
      message: issue.message,
    })),
  )
}
