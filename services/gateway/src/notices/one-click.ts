import { VALIDATION_FAILED } from '@hissa/contracts'
import { ChangeEmailPreference, EmailLinkQuery } from '@hissa/contracts/identity'
import { problemFor, type Logger } from '@hissa/kernel'
import type { RpcClient } from '@hissa/messaging'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { asProblem, respondWithProblems, sendProblem } from '../http/problem.filter.js'

/** The body has one short field; a mailbox needs no more. */
const LIMIT_BYTES = 1_024
const MULTIPART = /^multipart\/form-data(;|$)/i
const PART =
  /^content-disposition:\s*form-data;\s*name="?List-Unsubscribe"?\s*\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n--/im

/**
 * Handles `POST /email-preferences`, the one-click unsubscription of a mailbox (RFC 8058). Its form is read here, because
 * no other operation takes one without a file.
 */
export async function oneClick(fastify: FastifyInstance, rpc: RpcClient, logger: Logger): Promise<void> {
  await fastify.register((scope, _options, done) => {
    respondWithProblems(scope, logger)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LIMIT_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.post('/email-preferences', async (request, reply) => {
      try {
        const query = z.safeParse(EmailLinkQuery, request.query)
        if (!query.success) throw refusal('/token', 'The address lacks its token')
        if (!isOneClick(request.headers['content-type'], request.body))
          throw refusal('/List-Unsubscribe', 'Send the form List-Unsubscribe=One-Click')
        const { token } = query.data
        const preference = await rpc.call(ChangeEmailPreference, { token, email: false })
        return await reply.header('cache-control', 'no-store').send({ success: true, ...preference })
      } catch (error) {
        sendProblem(reply, asProblem(error))
        return reply
      }
    })
    done()
  })
}

/** Returns whether a body is the form of RFC 8058, in either of its encodings. */
export function isOneClick(contentType: string | undefined, body: unknown): boolean {
  if (typeof body !== 'string') return false
  if (MULTIPART.test(contentType ?? '')) return PART.test(body)
  return new URLSearchParams(body.trim()).get('List-Unsubscribe') === 'One-Click'
}

const refusal = (path: string, message: string) =>
  problemFor(VALIDATION_FAILED, `${path}: ${message}`, { errors: [{ path, code: 'invalid', message }] })
