import helmet from '@fastify/helmet'
import { fastify as createServer, type FastifyInstance } from 'fastify'

/** Responses that are about one caller unless a handler says otherwise. */
const API = /^\/api(\/|\?|$)/

/** The permissions of a page that photographs documents; no other page may use the camera. */
export const CAMERA_PERMITTED = 'camera=(self)'

/**
 * Adds headers to every response. Pages add a content security policy with a nonce. A response of the API is kept by no
 * cache, neither a proxy's nor the browser's, unless its handler names it public.
 */
export async function securityHeaders(fastify: FastifyInstance, options: { https: boolean }): Promise<void> {
  const headers = {
    ...(await headersOfHelmet(options)),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    'permissions-policy': 'camera=()',
  }
  fastify.addHook('onRequest', ({ url }, reply, done) => {
    void reply.headers(headers)
    if (API.test(url)) void reply.header('cache-control', 'no-store')
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
    'media-src blob:',
    `connect-src 'self' ${socket}${hosts.connections}`,
    ...(hosts.frames ? [`frame-src ${hosts.frames}`] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
