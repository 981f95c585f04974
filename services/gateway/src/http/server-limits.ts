import { BAD_REQUEST, HEADERS_TOO_LARGE, REQUEST_TIMEOUT } from '@hissa/contracts/http'
import { problemFor, systemTiming, type ProblemError } from '@hissa/kernel'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import { asProblem, sendProblem } from './problem.filter.js'
import { refuseAddress } from './unreadable-address.js'

/** A request's line and headers take a few packets. */
const HEADERS_WITHIN_MS = 5_000
/** The largest upload, 10 MB, over a slow mobile connection. */
const REQUEST_WITHIN_MS = 120_000
/** Time without a byte sent or received; longer than the slowest call. */
const SILENT_FOR_MS = 60_000
const CHECK_EVERY_MS = 1_000
const MAX_HEADER_BYTES = 16_384

/** Options of the HTTP server that limit a connection's time and headers, and format its failures. */
export const serverLimits = {
  requestTimeout: REQUEST_WITHIN_MS,
  connectionTimeout: SILENT_FOR_MS,
  http: {
    headersTimeout: HEADERS_WITHIN_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  },
  clientErrorHandler: respondUnreadable,
  frameworkErrors: respondUnroutable,
}

/** Responds to an address that the router cannot decode. The framework's response would repeat the address. */
function respondUnroutable(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asProblem(error)
  if (refusal.status >= 500) return sendProblem(reply, refusal)
  refuseAddress(reply, request, refusal)
}

/** Responds to a connection that did not send a whole request, and closes it. */
function respondUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const refusal = refusalOf(error.code)
  const body = JSON.stringify({ ...refusal.toProblem(), success: false, error: refusal.message })
  const head = [
    `HTTP/1.1 ${refusal.status} ${refusal.code}`,
    'content-type: application/problem+json; charset=utf-8',
    'cache-control: no-store',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // A client that doesn't read the response can't keep the connection open.
  systemTiming.after(CHECK_EVERY_MS, () => socket.destroy())
}

function refusalOf(code: string | undefined): ProblemError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return problemFor(REQUEST_TIMEOUT, 'The request did not arrive in time.')
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return problemFor(HEADERS_TOO_LARGE, 'The headers of the request are larger than 16 KB.')
  }
  return problemFor(BAD_REQUEST, 'The request could not be read.')
}
