import { addresses, CommonSettings, isLocalOnly, OperatorSettings, setting } from '@hissa/kernel'
import * as z from 'zod/mini'

const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535))
const count = z.coerce.number().check(z.int(), z.positive())

/** Names of hosts, and addresses of IPv6 in brackets. */
const HOSTS = /^([a-z\d.,\s-]|\[[a-f\d:]+\])*$/i

/** The gateway's environment. Unknown keys are ignored. */
export const GatewayConfig = z.object({
  ...CommonSettings,
  HOST: setting(z._default(z.string(), '0.0.0.0'), 'The address that the product is served on.', {
    passedBy: 'npm start',
  }),
  BIND_ADDRESS: setting(
    z.optional(z.string()),
    'Address on which docker compose publishes the product. Unless it and the host of `PUBLIC_URL` are of the loopback, there is no `/sandbox`.',
    { defaultWords: '127.0.0.1 in docker compose, `HOST` elsewhere' },
  ),
  ALLOWED_HOSTS: setting(
    z._default(z.string().check(z.regex(HOSTS, 'names of hosts without ports, with commas between them')), ''),
    'Hosts that requests may name besides that of `PUBLIC_URL` and this machine’s own, such as a name inside the network.',
    { passedBy: 'all' },
  ),
  PORT: setting(z._default(port, 8080), 'The port that the product is served on.'),
  REDIS_URL: setting(addresses.redis(), 'Redis, in which all gateways count requests together.', {
    secret: 'credential',
  }),
  USER_POOL_ID: setting(z.string(), 'The user pool that the web signs in to.'),
  REGION: setting(z._default(z.string(), 'ap-southeast-1'), 'The region of the user pool, for the web.'),
  IDENTITY_HTTP_URL: setting(addresses.web('http://localhost:9230'), 'The user pool’s HTTP interface.'),
  STORAGE_URL: setting(
    addresses.storage(),
    'Where uploads are in quarantine; kyc, investment and property need the same value.',
  ),
  WEB_DIST: setting(z.string(), 'Folder of the built web, for browsers and for rendering.', {
    passedBy: 'npm start',
  }),
  STRIPE_PUBLISHABLE_KEY: setting(z._default(z.string(), ''), 'Stripe’s publishable key, for the web.'),
  STRIPE_JS_URL: setting(
    z._default(addresses.web('https://js.stripe.com/endive/stripe.js'), 'https://js.stripe.com/endive/stripe.js'),
    'Where pages that pay or save cards load Stripe.js from; the payments sandbox serves it too.',
  ),
  CONTACT_EMAIL: setting(z._default(z.email(), 'contact@hissa.test'), 'The mailbox that people read.', {
    passedBy: 'all',
  }),
  ...OperatorSettings,
  COMPLAINTS_ANSWER_DAYS: setting(
    z.optional(count),
    'Within how many business days a complaint is answered; the legal page promises it.',
    { passedBy: 'all' },
  ),
  CLIENT_MONEY_BANK: setting(
    z.optional(z.string()),
    'The bank that holds the client money account, for the legal page.',
    {
      passedBy: 'all',
    },
  ),
  VERSION: setting(z._default(z.string(), '1.0.0'), 'The version that the API’s description states.'),
  TRUST_PROXY: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(5)), 0),
    'How many of our proxies are in front; only their entries in `X-Forwarded-For` are trusted.',
  ),
  RATE_LIMIT_WRITES_PER_MINUTE: setting(
    z._default(count, 120),
    'Requests that change something, for each caller and minute.',
    { passedBy: 'all' },
  ),
  RATE_LIMIT_READS_PER_MINUTE: setting(
    z._default(count, 1_200),
    'Requests that read, for each address (IPv6: network) and minute; files of the web aren’t counted.',
    { passedBy: 'all' },
  ),
  RATE_LIMIT_QUESTIONS_PER_MINUTE: setting(
    z._default(count, 20),
    'Questions to the assistant, for each address (IPv6: network), each user and minute.',
    { passedBy: 'all' },
  ),
  RATE_LIMIT_SPEECHES_PER_MINUTE: setting(
    z._default(count, 20),
    'Texts to read aloud, for each address (IPv6: network), each user and minute.',
    { passedBy: 'all' },
  ),
  SOCKETS_PER_ADDRESS: setting(
    z._default(count, 20),
    'Open sockets of `/ws/events` and `/ws/chat` together, for each address.',
    { passedBy: 'all' },
  ),
  SANDBOX_URL: setting(z.optional(addresses.web('http://localhost:9000')), 'The launcher’s sandbox pages.'),
})
export type GatewayConfig = z.output<typeof GatewayConfig>

/**
 * Returns the address of the launcher's sandbox, or undefined if the product is reachable from other machines: the
 * sandbox moves the clock, switches faults and shows the demo accounts without asking who it is.
 */
export const sandboxOf = (
  config: Pick<GatewayConfig, 'BIND_ADDRESS' | 'HOST' | 'PUBLIC_URL' | 'SANDBOX_URL'>,
): string | undefined =>
  isLocalOnly(config.BIND_ADDRESS ?? config.HOST, config.PUBLIC_URL) ? config.SANDBOX_URL : undefined

export const GATEWAY_CONFIG = Symbol('GATEWAY_CONFIG')
