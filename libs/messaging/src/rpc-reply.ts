import {
  errorsOf,
  isRefused,
  type ErrorsOf,
  type Ok,
  type Problem,
  type Refused,
  type RpcContract,
} from '@hissa/contracts'
import { ProblemError } from '@hissa/kernel'
import * as z from 'zod/mini'

/** The reply to a call; `json` is an output that is already serialised, in parts. */
export type RpcReply =
  { ok: true; output: unknown } | { ok: true; json: readonly Buffer[] } | { ok: false; problem: Problem }

/** The JSON of an output, in parts that were validated when they were prepared. It is not validated again. */
export class PreparedOutput {
  constructor(readonly json: readonly Buffer[]) {}
}

/** What the use case behind a call returns if it prepares its output. */
export type PreparedAnswer<C> = Ok<PreparedOutput> | Refused<ErrorsOf<C>>

/**
 * Thrown when a handler returns something that its contract doesn't declare: an error of the service, never of the
 * caller.
 */
export class BrokenContract extends Error {
  override readonly name = 'BrokenContract'
}

/**
 * Converts what a handler returned to the reply; undeclared fields are removed. Throws BrokenContract for anything but
 * the contract's output or one of its errors.
 */
export function replyOf(contract: RpcContract, returned: unknown): RpcReply {
  if (isRefused(returned)) return refusalReply(contract, ProblemError.of(returned.error))
  if (!isSuccess(returned)) throw new BrokenContract(`the handler of ${contract.name} returned no result`)
  const { value } = returned
  return value instanceof PreparedOutput ? { ok: true, json: value.json } : outputReply(contract, value)
}

/** Converts a refusal to the reply. Throws BrokenContract unless the contract or its access rule declares it. */
export function refusalReply(contract: RpcContract, refusal: ProblemError): RpcReply {
  const { code, status } = refusal
  const declared = errorsOf(contract).find((error) => error.code === code && error.status === status)
  if (!declared) throw new BrokenContract(`${contract.name} does not declare ${code} ${status}`)
  const extra = parsed(declared.extra, refusal.extra)
  return { ok: false, problem: new ProblemError(code, status, refusal.message, extra).toProblem() }
}

function outputReply(contract: RpcContract, output: unknown): RpcReply {
  return { ok: true, output: parsed(contract.output, output ?? {}) }
}

function parsed<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const { success, data, error } = z.safeParse(schema, value)
  if (success) return data
  throw new BrokenContract('the response does not match the declared schema', { cause: error })
}

const isSuccess = (value: unknown): value is { value: unknown } =>
  typeof value === 'object' && value !== null && 'ok' in value && value.ok === true
