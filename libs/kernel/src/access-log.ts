import { context, SpanKind, SpanStatusCode, type Span, type Tracer } from '@opentelemetry/api'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Logger } from './logger.js'
import { contextOf, startSpan } from './trace.js'

const PROBES = new Set(['/healthz', '/readyz'])
const POOL_TARGET = /^[A-Za-z]{1,60}\.([A-Za-z]{1,60})$/

interface LoggedRequest {
  method: string
  headers: IncomingHttpHeaders
  raw: IncomingMessage
  routeOptions?: { url?: string | undefined }
}
interface LoggedReply {
  statusCode: number
  elapsedTime: number
  raw: ServerResponse
  getHeader(name: string): unknown
}
type Hook = (request: LoggedRequest, reply: LoggedReply, done: () => void) => void

/** The part of a Fastify instance that the log needs. */
export interface LoggedServer {
  addHook(name: 'onRequest', hook: Hook): unknown
}

const codes = new WeakMap<ServerResponse, string>()

/** Sets the problem code of a response for its line in the access log. */
export const noteProblemCode = ({ raw }: { raw: ServerResponse }, code: string): void => void codes.set(raw, code)

/**
 * Starts a trace for each request, and logs one line when the response has ended: method, route template, status,
 * duration in milliseconds, error code, trace id, the action of the user pool, and whether the client disconnected
 * early. Addresses, queries and bodies are never logged, because they may be personal. 5xx are errors; successful
 * probes and a page's own reads are logged at debug.
 */
export function logAccess(server: LoggedServer, logger: Logger, tracer: Tracer): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers
    const route = request.routeOptions?.url ?? 'none'
    const { span, within } = startSpan(tracer, `${request.method} ${route}`, {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, 'http.route': route },
      parent: contextOf(typeof traceparent === 'string' ? traceparent : undefined),
    })
    // `close` also fires when the client disconnects, outside the request's trace and the framework's hooks.
    reply.raw.once('close', () => {
      context.with(within, () => logRequest(logger, request, reply))
      endSpan(span, reply)
    })
    context.with(within, done)
  })
}

function endSpan(span: Span, reply: LoggedReply): void {
  span.setAttribute('http.response.status_code', reply.statusCode)
  const code = codeOf(reply).code
  if (code) span.setAttribute('error.type', code)
  if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

function logRequest(logger: Logger, request: LoggedRequest, reply: LoggedReply): void {
  const { method, raw } = request
  const route = request.routeOptions?.url ?? 'none'
  const status = reply.statusCode
  const ms = Math.round(reply.elapsedTime * 10) / 10
  const aborted = reply.raw.writableFinished ? {} : { aborted: true }
  const isQuiet = status < 400 && (PROBES.has(route) || !(raw.socket instanceof Socket))
  const level = status >= 500 ? 'error' : isQuiet ? 'debug' : 'info'
  logger[level]({ method, route, ...actionOf(request), status, ms, ...codeOf(reply), ...aborted }, 'request')
}

function actionOf({ headers }: LoggedRequest): { action?: string } {
  const action = POOL_TARGET.exec(String(headers['x-amz-target'] ?? ''))?.[1]
  return action ? { action } : {}
}

/** Returns the error code of a user pool response from its header, also behind the proxy. */
function codeOf(reply: LoggedReply): { code?: string } {
  const poolError = reply.getHeader('x-amzn-errortype')
  const code = codes.get(reply.raw) ?? (typeof poolError === 'string' ? poolError.replace(/:.*/, '') : undefined)
  return code ? { code } : {}
}
