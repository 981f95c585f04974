import { boot } from '../src/boot.js'
import type { CheckoutSnapshot, PaymentGateway } from '../src/processor/processor.api.js'
import { FakeGateway } from './fake-gateway.js'

/**
 * The service as a separate process, to be killed. Its processor keeps no state that a kill could lose: the session's
 * id contains everything. Every page was paid with the price of a minimum subscription.
 */
class PaidGateway extends FakeGateway implements PaymentGateway {
  override openCheckout(request: { orderId: string }) {
    return Promise.resolve({ sessionId: `cs_${request.orderId}`, url: `https://pay.test/${request.orderId}` })
  }

  override readCheckout(sessionId: string): Promise<CheckoutSnapshot> {
    const paid = {
      state: 'complete',
      paid: true,
      amount: 203_000,
      currency: 'aed',
      paymentId: `pi_${sessionId}`,
    } as const
    return Promise.resolve({ sessionId, orderId: sessionId.slice(3), ...paid })
  }

  override expireCheckout(sessionId: string): Promise<CheckoutSnapshot> {
    return this.readCheckout(sessionId)
  }
}

const running = await boot(process.env, { gateway: new PaidGateway() })
await running.ready
process.send?.('ready')
