import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Adds headers to every response. Pages add a content security policy with a nonce. */
export async function securityHeaders(fastify: FastifyInstance, options: { https: boolean }): Promise<void> {
  // Constant, so it is not built for each response as the library would.
  fastify.addHook('onRequest', (_request, reply, done) => {
    void reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
    done()
  })
  await fastify.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
}

/**
 * Returns the policy of a page: our own files, the nonce of this response, our own socket, and nothing from other
 * hosts.
 */
export function pagePolicy(nonce: string, publicUrl: string): string {
  const socket = publicUrl.replace(/^http/, 'ws')
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${socket}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
