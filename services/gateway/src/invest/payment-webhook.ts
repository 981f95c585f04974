import { SettlePayment, WEBHOOK_SIGNATURE_INVALID } from '@hissa/contracts/investment'
import { problemFor } from '@hissa/kernel'
import type { RpcClient } from '@hissa/messaging'
import type { FastifyInstance } from 'fastify'
import { asProblem, sendProblem } from '../http/problem.filter.js'
import type { RefusedWebhooks } from '../http/request-limits.js'

// In base64 and with its envelope it must fit into one message of the bus (1 MiB); the processor's are far smaller.
const LIMIT_BYTES = 700_000
// As the call's contract has it: a longer one is refused here, where it is counted.
const MAX_SIGNATURE_CHARACTERS = 4_096

/**
 * `POST /api/payment/webhook`: hands the bytes on exactly as they came. Nothing here parses them, because the
 * signature covers the bytes and is checked, by the investment service, before anything else is done with them.
 */
export async function paymentWebhook(
  fastify: FastifyInstance,
  rpc: RpcClient,
  refused: RefusedWebhooks,
): Promise<void> {
  await fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LIMIT_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.addHook('onRequest', (request, reply) => refused.admit(request, reply))
    // Bodies that are too large or never complete.
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
