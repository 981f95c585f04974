import type { Clock } from '@hissa/kernel'
import type { FastifyInstance } from 'fastify'

/** Local mode only, where business time can be moved: responses are dated in it, so that pages count down correctly. */
export function dateResponses(fastify: FastifyInstance, clock: Clock): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.header('date', clock.now().toUTCString())
    done()
  })
}
