import proxy from '@fastify/http-proxy'
import { SERVICE_UNAVAILABLE } from '@hissa/contracts'
import { BAD_REQUEST } from '@hissa/contracts/http'
import { currentTraceparent, problemFor, type Logger } from '@hissa/kernel'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http2'
import { sandboxOf, type GatewayConfig } from '../config.js'
import { decodedPath } from './decoded-path.js'
import { limitPoolBodies, limitSandboxBodies } from './forwarded-body-limits.js'
import { respondWithProblems, sendProblem } from './problem.filter.js'

const CLOCK = /^\/sandbox\/clock\/?(\?|$)/
/** Any backslash counts as a slash, because URL parsers treat it as one. */
const DOT_SEGMENT = /(^|[/\\])\.{1,2}([/\\]|$)/
/** A clock move responds only after all work that became due is done. */
const CLOCK_MOVES_WITHIN_MS = 15 * 60_000

/** Paths that another process serves: the user pool and, in local mode, the launcher's sandbox. */
export async function forward(fastify: FastifyInstance, config: GatewayConfig, logger: Logger): Promise<void> {
  await fastify.register(async (scope) => {
    respondWithProblems(scope, logger)
    refuseDotSegments(scope)
    limitPoolBodies(scope, new URL(config.PUBLIC_URL))
    await scope.register(proxy, {
      upstream: config.IDENTITY_HTTP_URL,
      prefix: '/idp',
      rewritePrefix: '/idp',
      replyOptions: {
        // Identity limits requests by address and trusts this proxy, so the client's own headers must not pass. This
        // server has already sent 100 Continue, and the proxy's HTTP client rejects the `expect` header.
        rewriteRequestHeaders: ({ ip }, { expect: _expect, ...headers }) => ({
          ...headers,
          'x-forwarded-for': ip,
          traceparent: currentTraceparent(),
        }),
        rewriteHeaders: withoutKeepAlive,
        onError: (reply) => unavailable(reply as unknown as FastifyReply, 'Sign-in'),
      },
    })
  })
  const sandbox = sandboxOf(config)
  if (sandbox) await forwardSandbox(fastify, sandbox, logger)
}

async function forwardSandbox(fastify: FastifyInstance, upstream: string, logger: Logger): Promise<void> {
  await fastify.register(async (scope) => {
    respondWithProblems(scope, logger)
    refuseDotSegments(scope)
    limitSandboxBodies(scope)
    scope.addHook('onRequest', ({ method, url, raw }, _reply, done) => {
      // Applies to this request only: the next one on the connection gets the server's limit again.
      if (method === 'POST' && CLOCK.test(url)) raw.socket.setTimeout(CLOCK_MOVES_WITHIN_MS)
      done()
    })
    await scope.register(proxy, {
      upstream,
      prefix: '/sandbox',
      rewritePrefix: '/sandbox',
      undici: { headersTimeout: CLOCK_MOVES_WITHIN_MS },
      replyOptions: {
        rewriteHeaders: withoutKeepAlive,
        onError: (reply) => unavailable(reply as unknown as FastifyReply, 'The sandbox'),
      },
    })
  })
}

/** Rejects paths that would leave the prefix at the upstream, or that two parsers could resolve differently. */
function refuseDotSegments(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, reply, done) => {
    const path = decodedPath(request.url)
    if (path !== undefined && !DOT_SEGMENT.test(path)) return done()
    sendProblem(reply, problemFor(BAD_REQUEST, 'The address must not contain dot segments.'))
  })
}

/** This process decides whether the client's connection stays open, but it passes on an upstream `close`. */
function withoutKeepAlive({ connection, 'keep-alive': _, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  return connection === 'close' ? { ...headers, connection } : headers
}

const unavailable = (reply: FastifyReply, what: string) =>
  sendProblem(reply, problemFor(SERVICE_UNAVAILABLE, `${what} is not available at the moment. Please try again.`))
