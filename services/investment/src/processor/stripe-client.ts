import Stripe from 'stripe'
import type { InvestmentConfig } from '../config.js'
import { GatewayRefused, GatewayUnavailable } from './gateway.js'

const TIMEOUT_MS = 8_000
const NETWORK_RETRIES = 2

export type StripeConfig = Pick<InvestmentConfig, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_BASE'>

/** Creates the SDK's client for the configured account or sandbox. */
export function stripeClient(config: StripeConfig): Stripe {
  const address = { timeout: TIMEOUT_MS, maxNetworkRetries: NETWORK_RETRIES, telemetry: false }
  return new Stripe(config.STRIPE_SECRET_KEY, { ...address, ...hostOf(config.STRIPE_API_BASE) })
}

function hostOf(base: string | undefined): Partial<Stripe.StripeConfig> {
  if (!base) return {}
  const { hostname, port, protocol } = new URL(base)
  const kind = protocol === 'http:' ? 'http' : 'https'
  return { host: hostname, port: port || (kind === 'http' ? 80 : 443), protocol: kind }
}

/** Calls Stripe. Throws GatewayRefused for a request that it rejects, and GatewayUnavailable for any other failure. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeInvalidRequestError) {
      throw new GatewayRefused(cause.message, cause.code, cause.param)
    }
    // Includes wrong or revoked keys, which are not the customer's fault and can be fixed without a new order.
    throw new GatewayUnavailable('the payment processor did not do what was asked', { cause })
  }
}
