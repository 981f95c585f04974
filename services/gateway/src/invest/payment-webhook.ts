import { SettlePayment, WEBHOOK_SIGNATURE_INVALID } from '@hissa/contracts/investment'
import { problemFor, type Logger } from '@hissa/kernel'
import type { RpcClient } from '@hissa/messaging'
import type { FastifyInstance } from 'fastify'
import { asProblem, respondWithProblems, sendProblem } from '../http/problem.filter.js'
import type { RejectedWebhooks } from '../http/request-limits.js'

// Encoded in base64 and with its envelope it must not exceed one bus message (1 MiB); the processor's events are far
// smaller.
const LIMIT_BYTES = 700_000
// The limit of the call's contract: a longer signature is rejected here, where it is counted.
const MAX_SIGNATURE_CHARACTERS = 4_096

/**
 * Handles `POST /api/payment/webhook`: forwards the body byte for byte. It is not parsed here, because the signature
 * covers the bytes. The investment service verifies the signature before it parses the body.
 */
export async function paymentWebhook(
  fastify: FastifyInstance,
  rpc: RpcClient,
  refused: RejectedWebhooks,
  logger: Logger,
): Promise<void> {
  await fastify.register((scope, _options, done) => {
    respondWithProblems(scope, logger)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LIMIT_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.addHook('onRequest', (request, reply) => refused.admit(request, reply))
    // Bodies that are too large or incomplete.
    scope.addHook('onError', (request) => refused.count(request))
    scope.post('/api/payment/webhook', async (request, reply) => {
      try {
        const signature = request.headers['stripe-signature']
        if (typeof signature !== 'string' || !Buffer.isBuffer(request.body)) {
          throw problemFor(WEBHOOK_SIGNATURE_INVALID, 'The signature is missing.')
        }
        if (signature.length > MAX_SIGNATURE_CHARACTERS)
          throw problemFor(WEBHOOK_SIGNATURE_INVALID, 'The signature is too long.')
        const { outcome } = await rpc.call(SettlePayment, {
          payloadBase64: request.body.toString('base64'),
          signature,
        })
        return reply.send({ received: true, outcome })
      } catch (error) {
        const refusal = asProblem(error)
        if (refusal.code === WEBHOOK_SIGNATURE_INVALID.code) await refused.count(request)
        sendProblem(reply, refusal)
        return reply
      }
    })
    done()
  })
}
