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
  systemTiming,
  type Timing,
  type Tracer,
} from '@hissa/kernel'
import type { Msg, NatsConnection } from '@nats-io/transport-node'
import * as z from 'zod/mini'
import { CALL_ID, outputBytes, outputJson } from './rpc-frame.js'
import type { RpcReply } from './rpc-reply.js'
import { rpcSubject, type RpcRequest } from './rpc.js'

interface NestReply {
  response?: { ok: true; output: unknown } | Extract<RpcReply, { ok: false }>
  err?: unknown
}

interface CallOptions {
  token?: string | undefined
  timeoutMs?: number
}

export interface RpcClientOptions {
  /**
   * Whether responses are compared with their contracts here too. A service validates its own, so that this is only
   * needed in tests.
   */
  validates?: boolean
  /** JSON members, without braces, that `forward` puts before those of each output. */
  members?: string
  /** Multiplies the deadlines (see `DEADLINE_FACTOR`). */
  deadlineFactor?: number
  /** Wall time of the deadlines; by default the system’s. */
  timing?: Pick<Timing, 'wallMs' | 'elapsedMs'>
  /** Called for every call with its duration and the code of its problem, or `ok`. */
  asked?: (rpc: string, code: string, seconds: number) => void
}

/** Calls other services with Nest's packet format (`pattern`, `data`, `id`), over the service's existing connection. */
export class RpcClient {
  private readonly validates: boolean
  private readonly members: string
  private readonly deadlineFactor: number
  private readonly timing: Pick<Timing, 'wallMs' | 'elapsedMs'>
  private readonly asked: RpcClientOptions['asked']
  /** Reads that are about to be made. */
  private readonly reads = new Map<string, Promise<Buffer>>()

  constructor(
    private readonly nc: NatsConnection,
    private readonly tracer: Tracer = silentTracer,
    { validates = true, members = '', deadlineFactor = 1, timing = systemTiming, asked }: RpcClientOptions = {},
  ) {
    this.validates = validates
    this.members = members
    this.deadlineFactor = deadlineFactor
    this.timing = timing
    this.asked = asked
  }

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
    return this.exchange(contract, input, options, (reply) => this.outputOf(contract, successOf(reply)))
  }

  /**
   * Like `call`, for an edge that passes the output on: returns its JSON as the service has sent it, after the client's
   * `members`.
   */
  forward<C extends RpcContract>(contract: C, input: Input<C>, options: CallOptions = {}): Promise<Buffer> {
    return this.exchange(contract, input, options, (reply) => {
      const bytes = outputBytes(reply.data, this.members) ?? outputJson(successOf(reply) as object, this.members)
      if (this.validates) this.outputOf(contract, JSON.parse(bytes.toString()))
      return bytes
    })
  }

  /**
   * Like `forward`, for a read without side effects. Identical reads, of the same token, share one call if they are
   * made in the same turn of the event loop. The call is made at its end, so that it includes every change before them.
   */
  forwardRead<C extends RpcContract>(contract: C, input: Input<C>, options: CallOptions = {}): Promise<Buffer> {
    const key = `${contract.name} ${options.token ?? ''} ${JSON.stringify(input)}`
    const shared = this.reads.get(key)
    if (shared) return shared
    const read = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.reads.delete(key)
      return this.forward(contract, input, options)
    })
    this.reads.set(key, read)
    return read
  }

  private exchange<C extends RpcContract, T>(
    contract: C,
    input: Input<C>,
    options: CallOptions,
    read: (reply: Msg) => T,
  ): Promise<T> {
    const { name } = contract
    const attributes = { 'rpc.system.name': 'nats', 'rpc.method': name }
    const timeoutMs = (options.timeoutMs ?? contract.timeoutMs) * this.deadlineFactor
    const call = async () => {
      const traceparent = currentTraceparent()
      const data: RpcRequest = {
        input,
        deadlineMs: this.timing.wallMs() + timeoutMs,
        ...(options.token ? { token: options.token } : {}),
        ...(traceparent ? { traceparent } : {}),
      }
      return read(await this.request(name, data, timeoutMs))
    }
    const work = () => this.measured(name, call)
    return inSpan(this.tracer, name, { kind: SpanKind.CLIENT, attributes }, work)
  }

  private async measured<T>(name: string, call: () => Promise<T>): Promise<T> {
    const startedMs = this.timing.elapsedMs()
    const report = (code: string) => this.asked?.(name, code, (this.timing.elapsedMs() - startedMs) / 1000)
    try {
      const output = await call()
      report('ok')
      return output
    } catch (error) {
      report(error instanceof ProblemError ? error.code : INTERNAL.code)
      throw error
    }
  }

  private request(name: string, data: RpcRequest, timeoutMs: number): Promise<Msg> {
    const pattern = rpcSubject(name)
    return this.nc
      .request(pattern, JSON.stringify({ pattern, data, id: CALL_ID }), { timeout: timeoutMs })
      .catch((error) => {
        throw problemOf(error, name)
      })
  }

  /**
   * Throws INTERNAL for an output of a different release. This isn't the caller's fault, so never VALIDATION_FAILED.
   */
  private outputOf<C extends RpcContract>(contract: C, output: unknown): Output<C> {
    if (!this.validates) return output as Output<C>
    const valid = z.safeParse(contract.output, output)
    if (!valid.success) throw problemFor(INTERNAL, `The ${contract.name} response is invalid.`)
    return valid.data as Output<C>
  }
}

/** Returns the output of a reply; throws its problem. */
function successOf(reply: Msg): unknown {
  const { response, err } = reply.json<NestReply>()
  if (!response || err) throw problemFor(INTERNAL, 'Something went wrong on our side.')
  if (!response.ok) throw ProblemError.from(response.problem)
  return response.output
}

function problemOf(error: unknown, name: string): ProblemError {
  const service = name.split('.')[0]
  return (error as Error).name === 'TimeoutError'
    ? problemFor(DEADLINE_EXCEEDED, `The ${service} service did not respond in time. Please try again.`)
    : problemFor(SERVICE_UNAVAILABLE, `The ${service} service is not available at the moment. Please try again.`)
}
