import { DEADLINE_EXCEEDED, INTERNAL, SERVICE_UNAVAILABLE, type Answer, type RpcContract } from '@hissa/contracts'
import { requireAccess, type Claims } from '@hissa/auth'
import {
  contextOf,
  inSpan,
  LOGGER,
  noteError,
  PartDownError,
  ProblemError,
  parseOrProblem,
  problemFor,
  SpanKind,
  systemTiming,
  TIMING,
  TRACER,
  withCallerDeadline,
  type Logger,
  type Span,
  type Timing,
  type Tracer,
} from '@hissa/kernel'
import { isStoreDown } from '@hissa/persistence'
import {
  applyDecorators,
  createParamDecorator,
  Inject,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import { MessagePattern, Transport } from '@nestjs/microservices'
import { firstValueFrom, from, type Observable } from 'rxjs'
import type { Measures } from './measures.js'
import { BrokenContract, refusalReply, replyOf, type PreparedAnswer, type RpcReply } from './rpc-reply.js'
import { PendingCalls } from './rpc-server.js'

export const VERIFY_TOKEN = Symbol('VERIFY_TOKEN')
export const MEASURES = Symbol('MEASURES')
export type VerifyToken = (token: string) => Promise<Claims>

/** The signed-in user of a call, from the token that this service has verified. */
export type Caller = Claims & { token: string }

export interface RpcRequest {
  input: unknown
  token?: string
  traceparent?: string
  /** Wall time, ms since the epoch, after which the call times out for its caller. */
  deadlineMs?: number
}

/** Returns the subject of a call. */
export const rpcSubject = (name: string) => `rpc.${name}`

const CONTRACT = Symbol('rpc contract')
const PARSED = Symbol('parsed call')

interface ParsedRequest extends RpcRequest {
  [PARSED]?: { input: unknown; caller: Caller | undefined }
}

type Handler<C extends RpcContract> = (...args: never[]) => Promise<Answer<C> | PreparedAnswer<C>>

/**
 * Marks a controller's method as the handler of `contract`: its token, access, input and output are checked. A method
 * that returns a different output, or an error that the contract does not declare, does not compile.
 */
export const Rpc =
  <C extends RpcContract>(contract: C) =>
  <H extends Handler<C>>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<H>): void =>
    applyDecorators(
      SetMetadata(CONTRACT, contract),
      MessagePattern(rpcSubject(contract.name), Transport.NATS),
      UseInterceptors(RpcInterceptor),
    )(target, key, descriptor)

/** The call's input as the contract parsed it. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext) => parsed(context).input)

/** The caller; undefined on a public call without a token. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => parsed(context).caller)

const parsed = (context: ExecutionContext) => context.switchToRpc().getData<ParsedRequest>()[PARSED]!

/** Verifies the token, access and input of a call before its handler, and builds the reply from what it returns. */
@Injectable()
export class RpcInterceptor implements NestInterceptor {
  private readonly reflector = new Reflector()

  constructor(
    @Inject(VERIFY_TOKEN) private readonly verify: VerifyToken,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PendingCalls) private readonly calls: PendingCalls,
    @Inject(MEASURES) private readonly measures: Pick<Measures, 'call'>,
    @Inject(TRACER) private readonly tracer: Tracer,
    @Inject(TIMING) private readonly timing: Timing = systemTiming,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<RpcReply> {
    const contract = this.reflector.get<RpcContract>(CONTRACT, context.getHandler())
    const request = context.switchToRpc().getData<ParsedRequest>()
    const settings = {
      kind: SpanKind.SERVER,
      attributes: { 'rpc.system.name': 'nats', 'rpc.method': contract.name },
      parent: contextOf(request.traceparent),
    }
    const call = inSpan(this.tracer, contract.name, settings, (span) =>
      withCallerDeadline(request.deadlineMs, () => this.measured(contract, request, next, span)),
    )
    return from(this.calls.track(call))
  }

  private async measured(
    contract: RpcContract,
    request: ParsedRequest,
    next: CallHandler,
    span: Span,
  ): Promise<RpcReply> {
    const startedMs = this.timing.elapsedMs()
    const reply = await this.reply(contract, request, next)
    if (!reply.ok) noteError(span, ProblemError.from(reply.problem))
    const seconds = (this.timing.elapsedMs() - startedMs) / 1000
    this.measures.call(contract.name, reply.ok ? 'ok' : reply.problem.code, seconds)
    return reply
  }

  private async reply(contract: RpcContract, request: ParsedRequest, next: CallHandler): Promise<RpcReply> {
    try {
      return await this.handle(contract, request, next)
    } catch (error) {
      const broken = error instanceof BrokenContract
      this.logger.error({ err: error, rpc: contract.name }, broken ? 'a response broke its contract' : 'a call failed')
      return { ok: false, problem: (isPartDown(error) ? partDown() : internalError()).toProblem() }
    }
  }

  private async handle(contract: RpcContract, request: ParsedRequest, next: CallHandler): Promise<RpcReply> {
    try {
      if (request.deadlineMs && this.timing.wallMs() > request.deadlineMs)
        throw problemFor(DEADLINE_EXCEEDED, 'The caller no longer waits for this response.')
      const caller = await this.admit(contract, request)
      request[PARSED] = { input: parseOrProblem(contract.input, request.input ?? {}), caller }
      return replyOf(contract, await firstValueFrom(next.handle(), { defaultValue: undefined }))
    } catch (error) {
      if (error instanceof ProblemError) return refusalReply(contract, error)
      throw error
    }
  }

  private async admit(contract: RpcContract, request: RpcRequest): Promise<Caller | undefined> {
    const { access } = contract
    if (access === 'service' || (access === 'public' && !request.token)) return undefined
    const claims = request.token ? await this.verify(request.token) : undefined
    requireAccess(access, claims)
    return claims && { ...claims, token: request.token! }
  }
}

const internalError = () => problemFor(INTERNAL, 'Something went wrong on our side.')
const isPartDown = (error: unknown) => error instanceof PartDownError || isStoreDown(error)
const partDown = () => problemFor(SERVICE_UNAVAILABLE, 'This is not possible at the moment. Please try again.')
