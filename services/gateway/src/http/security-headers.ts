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

/** Hosts from which a page may load something. */
interface Hosts {
  scripts: string
  frames: string
  connections: string
  images: string
}

const NO_HOSTS: Hosts = { scripts: '', frames: '', connections: '', images: '' }

/**
 * Returns the policy of a page: our own files, the nonce of this response, our own socket, and nothing from other
 * hosts.
 */
export const pagePolicy = (nonce: string, publicUrl: string): string => policy(nonce, publicUrl, NO_HOSTS)

/** Returns the policy of a page that pays or saves cards: in addition, Stripe.js and the frames of its card fields. */
export function paymentPolicy(nonce: string, publicUrl: string, stripeJsUrl: string): string {
  const { origin } = new URL(stripeJsUrl)
  return policy(nonce, publicUrl, origin === STRIPE_JS ? STRIPE : sandboxHosts(origin))
}

const STRIPE_JS = 'https://js.stripe.com'
/** What Stripe's security guide names. */
const STRIPE: Hosts = {
  scripts: ` ${STRIPE_JS} https://*.js.stripe.com`,
  frames: `${STRIPE_JS} https://*.js.stripe.com https://hooks.stripe.com`,
  connections: ' https://api.stripe.com',
  images: ' https://*.stripe.com',
}
const sandboxHosts = (origin: string): Hosts => ({
  ...{ scripts: ` ${origin}`, frames: origin, connections: ` ${origin}`, images: '' },
})

function policy(nonce: string, publicUrl: string, hosts: Hosts): string {
  const socket = publicUrl.replace(/^http/, 'ws')
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${hosts.scripts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${hosts.images}`,
    "font-src 'self'",
    `connect-src 'self' ${socket}${hosts.connections}`,
    ...(hosts.frames ? [`frame-src ${hosts.frames}`] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
