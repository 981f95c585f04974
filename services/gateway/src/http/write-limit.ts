import { bearerToken } from '@hissa/auth'
import { problem } from '@hissa/kernel'
import type { VerifyToken } from '@hissa/messaging'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { sendProblem } from './problem.filter.js'

const WINDOW_SECONDS = 60
// The card processor signs what it sends and repeats it in bursts; the user pool has limits of its own.
const UNLIMITED = ['/api/payment/webhook', '/idp/']

/** Limits requests that change something, for each caller, across replicas. While Redis is away each replica counts alone. */
export function limitWrites(
  fastify: FastifyInstance,
  redis: Redis,
  { perMinute, verify }: { perMinute: number; verify: VerifyToken },
): void {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: 'gateway:writes',
    points: perMinute,
    duration: WINDOW_SECONDS,
    insuranceLimiter: new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS }),
  })
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
    if (UNLIMITED.some((path) => request.url.startsWith(path))) return
    const result = await limiter.consume(await keyOf(request, verify)).catch((refused) => {
      if (refused instanceof RateLimiterRes) return refused
      throw refused
    })
    const resetSeconds = Math.ceil(result.msBeforeNext / 1000)
    void reply.header('ratelimit-policy', `"writes";q=${perMinute};w=${WINDOW_SECONDS}`)
    void reply.header('ratelimit', `"writes";r=${Math.max(0, result.remainingPoints)};t=${resetSeconds}`)
    if (result.consumedPoints <= perMinute) return
    void reply.header('retry-after', String(resetSeconds))
    sendProblem(reply, problem('RATE_LIMITED', 429, `Too many requests. Please try again in ${resetSeconds} seconds.`))
    return reply
  })
}

/** The subject of a token that holds, else the address: made-up subjects must not each bring an allowance of their own. */
async function keyOf(request: FastifyRequest, verify: VerifyToken): Promise<string> {
  const byAddress = `ip:${request.ip}`
  const token = bearerToken(request.headers.authorization)
  if (!token) return byAddress
  return verify(token).then(
    ({ userId }) => `sub:${userId}`,
    () => byAddress,
  )
}
