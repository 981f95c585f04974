import helmet from '@fastify/helmet'
import { fastify as createServer, type FastifyInstance } from 'fastify'

/** Adds headers to every response. Pages add a content security policy with a nonce. */
export async function securityHeaders(fastify: FastifyInstance, options: { https: boolean }): Promise<void> {
  const headers = {
    ...(await headersOfHelmet(options)),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  }
  fastify.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

/** Returns the headers that helmet sets. They are constant, but it would build them again for each response. */
async function headersOfHelmet({ https }: { https: boolean }): Promise<Record<string, string>> {
  const server = createServer()
  await server.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  server.get('/with', (_request, reply) => reply.send(''))
  server.get('/without', { helmet: false }, (_request, reply) => reply.send(''))
  const [all, others] = [await server.inject('/with'), await server.inject('/without')]
  await server.close()
  const own = Object.entries(all.headers).filter(([name]) => !(name in others.headers))
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]))
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
