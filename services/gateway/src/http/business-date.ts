import { wallNow, type Clock, type Timing } from '@hissa/kernel'
import type { FastifyInstance } from 'fastify'

/**
 * Local mode only, where business time can be moved: responses are dated in it, so that pages count down correctly.
 * `x-wall-date` states wall time, which a sign-in signs.
 */
export function dateResponses(fastify: FastifyInstance, clock: Clock, timing: Timing): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.header('date', clock.now().toUTCString())
    reply.header('x-wall-date', wallNow(timing).toUTCString())
    done()
  })
}
