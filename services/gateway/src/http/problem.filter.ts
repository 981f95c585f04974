import { INTERNAL, NOT_FOUND, SERVICE_UNAVAILABLE, type ErrorContract } from '@hissa/contracts'
import { BAD_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, URL_TOO_LONG } from '@hissa/contracts/http'
import {
  LOGGER,
  PartDownError,
  ProblemError,
  currentTraceId,
  noteProblemCode,
  problemFor,
  type Logger,
} from '@hissa/kernel'
import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Turns every failure of the API into a problem detail with `success` and `error` (docs/product.md). */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>()
    const request = host.switchToHttp().getRequest<FastifyRequest>()
    respondWithProblem(this.logger, error, request, reply)
  }
}

/**
 * Turns every failure of a scope outside the application's modules, whose filter doesn't apply there, into a problem.
 */
export function respondWithProblems(scope: FastifyInstance, logger: Logger): void {
  scope.setErrorHandler((error, request, reply) => respondWithProblem(logger, error, request, reply))
}

function respondWithProblem(logger: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asProblem(error)
  if (refusal.status >= 500) logger.error({ err: error, path: routeOf(request) }, 'a request failed')
  sendProblem(reply, refusal)
}

/** Sends a refusal as problem details with the trace id, and notes its code for the access log. */
export function sendProblem(reply: FastifyReply, refusal: ProblemError): void {
  noteProblemCode(reply, refusal.code)
  const traceId = currentTraceId()
  const body = refusal.toProblem(traceId ? `urn:trace:${traceId}` : undefined)
  void reply
    .status(refusal.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ ...body, success: false, error: body.detail }))
}

const routeOf = (request: FastifyRequest) => request.routeOptions?.url ?? 'unknown'

type Plain = ErrorContract<string, number, Record<string, never>>
const UNREADABLE = 'The request could not be read.'
const BY_STATUS: Record<number, [error: Plain, detail: string]> = {
  404: [NOT_FOUND, 'There is nothing at this address.'],
  413: [BODY_TOO_LARGE, 'The request is larger than we take.'],
  414: [URL_TOO_LONG, 'The address is longer than 2 KB.'],
  415: [UNSUPPORTED_MEDIA_TYPE, 'The content type or encoding of the body is not accepted here.'],
}

/**
 * Returns a product refusal unchanged and maps a framework error by status. A part that is down is SERVICE_UNAVAILABLE,
 * any other error INTERNAL, both without details.
 */
export function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof PartDownError)
    return problemFor(SERVICE_UNAVAILABLE, 'This is not possible at the moment. Please try again.')
  const status =
    error instanceof HttpException ? error.getStatus() : ((error as { statusCode?: number })?.statusCode ?? 500)
  const [known, detail] = BY_STATUS[status] ?? []
  if (known) return problemFor(known, detail!)
  if (status >= 400 && status < 500) return problemFor(BAD_REQUEST, UNREADABLE)
  return problemFor(INTERNAL, 'Something went wrong on our side. This request charged nothing. Try again in a moment.')
}
