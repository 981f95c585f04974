import type Stripe from 'stripe'
import type { Card, Decline } from './cards.js'
import { blank } from './fixtures.js'
import { stripeId } from './ids.js'
import type { SessionRequest } from './session-request.js'

/** What a payment intent takes from the request that creates it. */
export type IntentTerms = Pick<
  SessionRequest,
  'currency' | 'paymentMetadata' | 'paymentDescription' | 'receiptEmail' | 'statementDescriptor'
>

/** Creates the payment intent of the first attempt to pay a session. */
export function newPaymentIntent(
  session: Pick<Stripe.Checkout.Session, 'amount_total' | 'customer'>,
  request: IntentTerms,
  now: number,
): Stripe.PaymentIntent {
  const id = stripeId('pi_3')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${stripeId('py_')}`,
    confirmation_method: 'automatic',
    created: now,
    currency: request.currency ?? 'aed',
    customer: session.customer,
    customer_account: null,
    description: request.paymentDescription,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: request.paymentMetadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: request.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: request.statementDescriptor,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
  return { ...blank('payment_intent'), ...intent }
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

/** Returns the card details that Stripe keeps: brand, last four digits and expiry, never the number. */
export function newPaymentMethod(card: Card, email: string | null, now: number): Stripe.PaymentMethod {
  const method = {
    id: stripeId('pm_1'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: NO_ADDRESS, email, name: card.name, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'AE',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
  return { ...blank('payment_method'), ...method } as Stripe.PaymentMethod
}

function outcomeOf(decline: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: decline ? '01' : null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline ? (decline.declineCode ?? decline.code) : null,
    risk_level: 'normal',
    risk_score: 10,
    seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  }
}

const threeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}

interface ChargeResult {
  decline: Decline | null
  authenticated: boolean
  balanceTransaction: string | null
}

function cardDetails(intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, result: ChargeResult) {
  const paid = result.decline === null
  return {
    card: {
      amount_authorized: paid ? intent.amount : null,
      authorization_code: paid ? '123456' : null,
      brand: method.card?.brand ?? null,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'AE',
      exp_month: method.card?.exp_month ?? 0,
      exp_year: method.card?.exp_year ?? 0,
      extended_authorization: { status: 'disabled' },
      fingerprint: null,
      funding: 'credit',
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: method.card?.last4 ?? null,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: method.card?.brand ?? null,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: result.authenticated ? threeDSecure : null,
      transaction_link_id: null,
      wallet: null,
    },
    type: 'card',
  }
}

/** Creates a charge of the whole intent: succeeded, or failed with the decline code. */
export function newCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  result: ChargeResult,
  now: number,
): Stripe.Charge {
  const { decline } = result
  const paid = decline === null
  const id = stripeId('ch_3')
  const charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: result.balanceTransaction,
    billing_details: method.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor ?? 'HISSA',
    captured: paid,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: cardDetails(intent, method, result),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/charges/${id}/refunds` },
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
  return { ...blank('charge'), ...charge } as unknown as Stripe.Charge
}
