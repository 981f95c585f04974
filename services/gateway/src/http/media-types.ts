import { operations, UNSUPPORTED_MEDIA_TYPE } from '@hissa/contracts/http'
import { problemFor } from '@hissa/kernel'
import type { FastifyInstance } from 'fastify'
import { sendProblem } from './problem.filter.js'

const FORM = /^\s*multipart\//i
/** The only routes that read forms: the uploads of the contract, and the unsubscription, which accepts both kinds. */
const FORM_ROUTES = [
  ...operations
    .filter(({ body }) => body?.contentType === 'multipart/form-data')
    .map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
  '/email-preferences',
]

/**
 * Rejects bodies that are encoded, which no operation decodes, and forms of any other operation than the uploads and
 * the unsubscription. The parsers of the framework for plain text are removed, so that a body is JSON unless a scope
 * reads it itself.
 */
export function limitMediaTypes(fastify: FastifyInstance): void {
  fastify.removeContentTypeParser('text/plain')
  fastify.addHook('onRequest', ({ headers, routeOptions }, reply, done) => {
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
    const isForm = FORM.test(headers['content-type'] ?? '')
    if (encoding !== '' && encoding !== 'identity')
      return sendProblem(reply, problemFor(UNSUPPORTED_MEDIA_TYPE, 'Send the body without a content encoding.'))
    if (isForm && !FORM_ROUTES.includes(routeOptions.url ?? ''))
      return sendProblem(reply, problemFor(UNSUPPORTED_MEDIA_TYPE, 'This operation does not accept a form.'))
    done()
  })
}
