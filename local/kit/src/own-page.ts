import { namesOwnHost, noteProblemCode, refuseHost } from '@hissa/kernel'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Rejects requests that name another host than this machine or one of `hosts`, two hosts or none. */
export function requireOwnHost(app: FastifyInstance, hosts: readonly string[] = []): void {
  const own = new Set(hosts)
  app.addHook('onRequest', (request, reply, done) => {
    if (namesOwnHost(request.raw, own)) return done()
    const problem = refuseHost().toProblem()
    noteProblemCode(reply, problem.code)
    void reply
      .status(problem.status)
      .type('application/problem+json; charset=utf-8')
      .send({ ...problem, success: false, error: problem.detail })
  })
}

/** Returns whether a form was sent by a page of this server, or by a program, but by no page of another one. */
export function isFromOwnPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { host, origin, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  // Over plain HTTP beyond this machine browsers send only the origin, as programs need not.
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}
