import proxy from '@fastify/http-proxy'
import { SERVICE_UNAVAILABLE } from '@hissa/contracts'
import { currentTraceparent, problemFor } from '@hissa/kernel'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http2'
import type { GatewayConfig } from '../config.js'
import { limitPoolBodies } from './pool-body-limit.js'
import { sendProblem } from './problem.filter.js'

const CLOCK = /^\/sandbox\/clock\/?(\?|$)/
/** A clock move responds only after all work that became due is done. */
const CLOCK_MOVES_WITHIN_MS = 15 * 60_000

/** Paths that another process serves: the user pool and, in local mode, the launcher's sandbox. */
export async function forward(fastify: FastifyInstance, config: GatewayConfig): Promise<void> {
  await fastify.register(async (scope) => {
    limitPoolBodies(scope)
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
  if (!config.SANDBOX_URL) return
  await forwardSandbox(fastify, config.SANDBOX_URL)
}

async function forwardSandbox(fastify: FastifyInstance, upstream: string): Promise<void> {
  await fastify.register(async (scope) => {
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

/** This process decides whether the client's connection stays open, but it passes on an upstream `close`. */
function withoutKeepAlive({ connection, 'keep-alive': _, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  return connection === 'close' ? { ...headers, connection } : headers
}

const unavailable = (reply: FastifyReply, what: string) =>
  sendProblem(reply, problemFor(SERVICE_UNAVAILABLE, `${what} is not available at the moment. Please try again.`))
