import {
  DEADLINE_EXCEEDED,
  INTERNAL,
  ok,
  SERVICE_UNAVAILABLE,
  type Answer,
  type ErrorsOf,
  type Input,
  type Output,
  type RpcContract,
} from '@hissa/contracts'
import {
  currentTraceparent,
  inSpan,
  ProblemError,
  problemFor,
  silentTracer,
  SpanKind,
  type Tracer,
} from '@hissa/kernel'
import type { NatsConnection } from '@nats-io/transport-node'
import * as z from 'zod/mini'
import type { RpcReply } from './rpc-reply.js'
import { rpcSubject, type RpcRequest } from './rpc.js'

interface NestReply {
  response?: RpcReply
  err?: unknown
}

interface CallOptions {
  token?: string | undefined
  timeoutMs?: number
}

/** Calls other services with Nest's packet format (`pattern`, `data`, `id`), over the service's existing connection. */
export class RpcClient {
  constructor(
    private readonly nc: NatsConnection,
    private readonly tracer: Tracer = silentTracer,
  ) {}

  /**
   * Calls `contract` and returns its output, or the error that it declares. Throws ProblemError for the rest:
   * SERVICE_UNAVAILABLE when no replica listens, DEADLINE_EXCEEDED when none answers in time.
   */
  async ask<C extends RpcContract>(contract: C, input: Input<C>, options: CallOptions = {}): Promise<Answer<C>> {
    try {
      return ok(await this.call(contract, input, options))
    } catch (thrown) {
      if (!(thrown instanceof ProblemError)) throw thrown
      const { code, status, message: detail } = thrown
      const declared = contract.errors.find((error) => error.code === code && error.status === status)
      const extra = declared && z.safeParse(declared.extra, thrown.extra)
      if (!extra?.success) throw thrown
      return { ok: false, error: { code, status, detail, extra: extra.data } as ErrorsOf<C> }
    }
  }

  /** Like `ask`, for edges: throws every problem of the service as ProblemError. */
  call<C extends RpcContract>(contract: C, input: Input<C>, options: CallOptions = {}): Promise<Output<C>> {
    const { name } = contract
    const attributes = { 'rpc.system.name': 'nats', 'rpc.method': name }
    return inSpan(this.tracer, name, { kind: SpanKind.CLIENT, attributes }, () =>
      this.exchange(contract, input, options),
    )
  }

  private async exchange<C extends RpcContract>(
    contract: C,
    input: Input<C>,
    options: CallOptions,
  ): Promise<Output<C>> {
    const timeoutMs = options.timeoutMs ?? contract.timeoutMs
    const traceparent = currentTraceparent()
    const data: RpcRequest = {
      input,
      deadlineMs: Date.now() + timeoutMs,
      ...(options.token ? { token: options.token } : {}),
      ...(traceparent ? { traceparent } : {}),
    }
    const reply = await this.request(contract.name, data, timeoutMs)
    if (!reply.ok) throw ProblemError.from(reply.problem)
    const output = z.safeParse(contract.output, reply.output)
    // The other service runs a different release. This isn't the caller's fault, so never VALIDATION_FAILED.
    if (!output.success) throw problemFor(INTERNAL, `The ${contract.name} response is invalid.`)
    return output.data as Output<C>
  }

  private async request(name: string, data: RpcRequest, timeoutMs: number): Promise<RpcReply> {
    const pattern = rpcSubject(name)
    const message = await this.nc
      .request(pattern, JSON.stringify({ pattern, data, id: '1' }), { timeout: timeoutMs })
      .catch((error) => {
        throw problemOf(error, name)
      })
    const { response, err } = message.json<NestReply>()
    if (!response || err) throw problemFor(INTERNAL, 'Something went wrong on our side.')
    return response
  }
}

function problemOf(error: unknown, name: string): ProblemError {
  const service = name.split('.')[0]
  return (error as Error).name === 'TimeoutError'
    ? problemFor(DEADLINE_EXCEEDED, `The ${service} service did not respond in time. Please try again.`)
    : problemFor(SERVICE_UNAVAILABLE, `The ${service} service is not available at the moment. Please try again.`)
}
