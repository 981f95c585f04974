import type Stripe from 'stripe'
import type { CardGateway, SavedCard, Setup, SetupRequest } from './card-gateway.js'
import { GatewayRefused } from './gateway.js'
import { ask, stripeClient, type StripeConfig } from './stripe-client.js'

/** The most cards that a list returns; the platform allows fewer. */
const PAGE = 100

/** Implements the port with Stripe's customers: Checkout sessions in setup mode, and payment methods. */
export class StripeCards implements CardGateway {
  private readonly stripe: Stripe

  constructor(config: StripeConfig) {
    this.stripe = stripeClient(config)
  }

  async readPaySecret(sessionId: string): Promise<string | undefined> {
    const session = await ask(() => this.stripe.checkout.sessions.retrieve(sessionId))
    return session.status === 'open' ? (session.client_secret ?? undefined) : undefined
  }

  async createCustomer(userId: string): Promise<string> {
    // Neither name nor email, because Stripe only has to distinguish customers.
    const params = { metadata: { userId } }
    const options = { idempotencyKey: `customer:${userId}` }
    return (await ask(() => this.stripe.customers.create(params, options))).id
  }

  async openSetup({ customerId, returnUrl, expiresAt }: SetupRequest): Promise<Setup> {
    const params: Stripe.Checkout.SessionCreateParams = {
      mode: 'setup',
      ui_mode: 'elements',
      customer: customerId,
      currency: 'aed',
      allowed_payment_method_types: ['card'],
      // Saved to be offered again by the payment page; the default would hide it there.
      payment_method_data: { allow_redisplay: 'always' },
      return_url: returnUrl,
      expires_at: Math.ceil(expiresAt.getTime() / 1000),
    }
    const session = await ask(() => this.stripe.checkout.sessions.create(params))
    if (!session.client_secret) throw new GatewayRefused('the session has no secret', 'session_closed')
    return { sessionId: session.id, clientSecret: session.client_secret }
  }

  async listCards(customerId: string): Promise<SavedCard[]> {
    return (await this.cardsOf(customerId)).flatMap(savedCard)
  }

  async fingerprints(customerId: string): Promise<string[]> {
    return (await this.cardsOf(customerId)).flatMap(({ card }) => card?.fingerprint ?? [])
  }

  private async cardsOf(customerId: string): Promise<Stripe.PaymentMethod[]> {
    const params = { type: 'card', limit: PAGE } as const
    return (await ask(() => this.stripe.customers.listPaymentMethods(customerId, params))).data
  }

  async removeCard(customerId: string, cardId: string): Promise<boolean> {
    try {
      // By customer, because any payment method of the account could be detached by its id.
      await ask(() => this.stripe.customers.retrievePaymentMethod(customerId, cardId))
      await ask(() => this.stripe.paymentMethods.detach(cardId))
      return true
    } catch (error) {
      if (error instanceof GatewayRefused) return false
      throw error
    }
  }
}

function savedCard({ id, card }: Stripe.PaymentMethod): SavedCard[] {
  if (!card) return []
  return [{ cardId: id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }]
}
