import type Stripe from 'stripe'
import { stripeId } from './ids.js'
import type { SessionRequest } from './session-request.js'

/** Creates the setup intent of a session that saves a card. */
export function newSetupIntent(
  session: Stripe.Checkout.Session,
  request: SessionRequest,
  now: number,
): Stripe.SetupIntent {
  const id = stripeId('seti_1')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${stripeId('py_')}`,
    created: now,
    customer: session.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: { enabled: false },
    mandate: null,
    metadata: request.setupMetadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  }
}

/** Creates a customer with what the request names. */
export function newCustomer(
  named: { email: string | null; name: string | null; metadata: Record<string, string> },
  now: number,
): Stripe.Customer {
  return {
    id: stripeId('cus_'),
    object: 'customer',
    address: null,
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: named.email,
    invoice_prefix: stripeId('inv_').slice(4).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: named.metadata,
    name: named.name,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}
