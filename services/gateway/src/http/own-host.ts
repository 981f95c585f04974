import { namesOwnHost, refuseHost } from '@hissa/kernel'
import type { FastifyInstance } from 'fastify'
import { PROBES } from './request-limits.js'
import { sendProblem } from './problem.filter.js'

/**
 * Rejects requests that name another host, two hosts or none. Probes are exempt, because load balancers address each
 * replica by its number.
 */
export function requireOwnHost(fastify: FastifyInstance, hosts: ReadonlySet<string>): void {
  fastify.addHook('onRequest', ({ raw, url }, reply, done) => {
    if (PROBES.has(url.split('?', 1)[0]!) || namesOwnHost(raw, hosts)) return done()
    sendProblem(reply, refuseHost())
  })
}
