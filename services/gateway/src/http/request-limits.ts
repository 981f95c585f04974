import { bearerToken } from '@hissa/auth'
import { RATE_LIMITED } from '@hissa/contracts'
import { BAD_REQUEST, URL_TOO_LONG } from '@hissa/contracts/http'
import { networkOf, problemFor } from '@hissa/kernel'
import type { VerifyToken } from '@hissa/messaging'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Socket } from 'node:net'
import { decodedPath } from './decoded-path.js'
import { sendProblem } from './problem.filter.js'
import type { Count, SharedLimiter } from './shared-limiter.js'
import { refuseAddress } from './unreadable-address.js'

// The card processor signs its requests and repeats them in bursts; the user pool has separate limits.
const WRITES_NOT_COUNTED = /^(\/api\/payment\/webhook|\/idp(\/|\?|$))/
/** Calls that are costly for others, limited for each verified caller in addition to writes. */
const COSTLY = {
  /** Messages and signatures of wallets: verifying one can call a node of the chain. */
  proofs: /^\/api\/wallet\/(challenges|proofs)\/?$/i,
  /** Each opens a session at the card processor, in which stolen cards could be tried. */
  cardSetups: /^\/api\/add-payment-method\/?$/i,
  /** Each sends an email with a code, or tries one. */
  bankAccounts: /^\/api\/cash\/bank-accounts(\/[^/]+\/(code|confirmation))?\/?$/i,
  /** Each may occupy the thread that reads pictures for seconds. */
  readings: /^\/api\/kyc\/read\/?$/i,
} as const
/**
 * Documents whose reading is costly for others: rendering a PDF occupies a thread of the property service, and a title
 * deed of up to 10 MB is decrypted and encrypted again.
 */
const DOCUMENTS = [
  /^\/api\/properties\/[^/]+\/documents\/[^/]+\/pdf\/?$/i,
  /^\/api\/finance\/raises\/[^/]+\/deeds\/[^/]+\/?$/i,
  /^\/api\/investments\/[^/]+\/deed\/?$/i,
]
/** Files of uploaded pictures: each may be 800 KB on the bus. */
const PICTURE = /^\/api\/property-media\/[^/]+\/[^/]+\/?$/i
export const PROBES = new Set(['/healthz', '/readyz'])
const MAX_URL_BYTES = 2_048
// No route matches one, and the router of the web fails at it.
const LINE_BREAK = /[\n\r\u2028\u2029]/

/**
 * Rejects addresses longer than any valid one, and paths with an encoded line break. Browsers get a page, and other
 * clients get a problem.
 */
export function limitUrls(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.url.length > MAX_URL_BYTES)
      return refuseAddress(reply, request, problemFor(URL_TOO_LONG, 'The address is longer than 2 KB.'))
    if (LINE_BREAK.test(decodedPath(request.url) ?? ''))
      return refuseAddress(reply, request, problemFor(BAD_REQUEST, 'The address contains a line break.'))
    done()
  })
}

type ReadLimiters = Readonly<Record<'reads' | 'pdfs' | 'pictures', SharedLimiter>>

/** Limits read requests per address; PDFs, title deeds and pictures in addition. Probes and the web's `files` are not counted. */
export function limitReads(fastify: FastifyInstance, limiters: ReadLimiters, files: ReadonlySet<string>): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isRead(request) || isOwn(request)) return
    const path = request.url.split('?', 1)[0]!
    if (PROBES.has(path) || files.has(path)) return
    const network = networkOf(request.ip)
    const refused = answer(reply, limiters.reads, await limiters.reads.count(network))
    const costly = costlyRead(decodedPath(request.url) ?? '')
    if (refused || !costly) return refused
    return answer(reply, limiters[costly], await limiters[costly].count(network))
  })
}

function costlyRead(path: string): 'pdfs' | 'pictures' | undefined {
  if (PICTURE.test(path)) return 'pictures'
  return DOCUMENTS.some((document) => document.test(path)) ? 'pdfs' : undefined
}

type WriteLimiters = Readonly<Record<'writes' | keyof typeof COSTLY, SharedLimiter>>

/** Limits write requests per verified caller, or per address without a valid token. */
export function limitWrites(fastify: FastifyInstance, limiters: WriteLimiters, verify: VerifyToken): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (isRead(request)) return
    if (WRITES_NOT_COUNTED.test(request.url)) return
    const caller = await callerOf(request, verify)
    const refused = answer(reply, limiters.writes, await limiters.writes.count(caller))
    // Without a valid token the request is rejected before a service is called.
    if (refused || !caller.startsWith('sub:')) return refused
    const path = decodedPath(request.url) ?? ''
    const name = (Object.keys(COSTLY) as (keyof typeof COSTLY)[]).find((key) => COSTLY[key].test(path))
    return name && answer(reply, limiters[name], await limiters[name].count(caller))
  })
}

/**
 * Counts rejected webhooks per address. Correctly signed events are never counted. Once the limit is reached, no more
 * bodies from that address are forwarded.
 */
export class RejectedWebhooks {
  constructor(private readonly limiter: SharedLimiter) {}

  /** Returns the reply if it has rejected the request. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    return answer(reply, this.limiter, await this.limiter.standing(keyOf(request)))
  }

  async count(request: FastifyRequest): Promise<void> {
    await this.limiter.count(keyOf(request))
  }
}

const keyOf = ({ ip }: FastifyRequest) => `webhook:${networkOf(ip)}`

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** Returns whether the request is a page's own read, which is made in this process without a connection. */
const isOwn = ({ raw }: FastifyRequest) => !(raw.socket instanceof Socket)

/** Sets the RateLimit headers; rejects the request if the limit is reached. */
function answer(reply: FastifyReply, { policy }: SharedLimiter, count: Count): FastifyReply | undefined {
  const { limited, remaining, resetSeconds } = count
  const name = policy.slice(0, policy.indexOf(';'))
  void reply.header('ratelimit-policy', policy).header('ratelimit', `${name};r=${remaining};t=${resetSeconds}`)
  if (!limited) return undefined
  void reply.header('retry-after', String(resetSeconds))
  sendProblem(reply, problemFor(RATE_LIMITED, `Too many requests. Please try again in ${resetSeconds} seconds.`))
  return reply
}

/** Returns the subject of a valid token, else the address: a forged subject must not get a separate allowance. */
async function callerOf(request: FastifyRequest, verify: VerifyToken): Promise<string> {
  const byAddress = `ip:${networkOf(request.ip)}`
  const token = bearerToken(request.headers.authorization)
  if (!token) return byAddress
  return verify(token).then(
    ({ userId }) => `sub:${userId}`,
    () => byAddress,
  )
}
