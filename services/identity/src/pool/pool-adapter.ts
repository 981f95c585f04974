import { currentTraceId } from '@hissa/kernel'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import type { FastifyInstance } from 'fastify'

export const POOL_JSON = 'application/x-amz-json-1.1'

const MAX_BODY_BYTES = 64 * 1024

const REQUEST_HEADERS =
  'content-type, x-amz-target, x-amz-user-agent, cache-control, pragma, amz-sdk-invocation-id, amz-sdk-request'
const EXPOSED_HEADERS = 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date'

/** Passes bodies of any content type unparsed, because clients send JSON with a type that parsers don't know. */
class RawBodyAdapter extends FastifyAdapter {
  override registerParserMiddleware(): void {}
}

/** Creates the Fastify adapter of the pool, with raw bodies. */
export function poolAdapter(): FastifyAdapter {
  const adapter = new RawBodyAdapter({
    bodyLimit: MAX_BODY_BYTES,
    // Requests on open connections are still served; the framework's 503 would not have the pool's format.
    return503OnClosing: false,
    // The gateway forwards the client's address.
    trustProxy: ['loopback', 'uniquelocal'],
    // Some clients append a slash to the endpoint.
    routerOptions: { ignoreTrailingSlash: true },
  })
  const server = adapter.getInstance()
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  return adapter
}

/**
 * Adds hooks that set a request id, CORS headers for the web at its public address (no cookies), where the pool may have
 * another origin, and the pool's content type. Call it after the tracing hook is added, because the request id is the
 * trace id.
 */
export function answerAsPool(server: FastifyInstance, publicUrl: string): void {
  const webOrigin = new URL(publicUrl).origin
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({
      // Lets support find the log entry by the id that a user quotes.
      'x-amzn-requestid': currentTraceId(),
      'access-control-allow-origin': webOrigin,
      'access-control-expose-headers': EXPOSED_HEADERS,
      'x-content-type-options': 'nosniff',
    })
    if (request.method !== 'OPTIONS') return undefined
    return reply
      .code(204)
      .headers({
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-allow-methods': 'POST, GET, OPTIONS',
        'access-control-max-age': '172800',
      })
      .send()
  })
  server.addHook('onSend', async (_request, reply) => {
    // Fastify adds a charset to every JSON type; the pool's type has none.
    if (String(reply.getHeader('content-type')).startsWith(POOL_JSON)) reply.header('content-type', POOL_JSON)
  })
}
