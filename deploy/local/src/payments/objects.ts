import type Stripe from 'stripe'
import type { Card, Decline } from './cards.js'
import { blank } from './fixtures.js'
import { stripeId } from './ids.js'
import type { SessionRequest } from './session-request.js'

// Stripe's fee on a local card in the United Arab Emirates: 2.9 % and AED 1.
const FEE_BASIS_POINTS = 290
const FEE_FIXED = 100
const BASIS_POINTS = 10_000

/** A new, open, unpaid Checkout session; amounts in the currency's smallest unit, times in seconds. */
export function newSession(request: SessionRequest, url: (id: string) => string, now: number): Stripe.Checkout.Session {
  const id = stripeId('cs_test_a1')
  const total = request.lineItems.reduce((sum, item) => sum + item.unitAmount * item.quantity, 0)
  const session: Stripe.Checkout.Session = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: request.billingAddressCollection,
    cancel_url: request.cancelUrl,
    client_reference_id: request.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: request.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: request.customerEmail,
    discounts: [],
    expires_at: request.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: request.locale,
    managed_payments: { enabled: false },
    metadata: request.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: request.submitType,
    subscription: null,
    success_url: request.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: url(id),
    wallet_options: null,
  }
  return { ...blank('checkout.session'), ...session }
}

/** The line items of a session, kept beside it and sent only when asked for. */
export function newLineItems(request: SessionRequest, now: number): Stripe.LineItem[] {
  return request.lineItems.map((item) => {
    const total = item.unitAmount * item.quantity
    const price = {
      ...blank('price'),
      id: stripeId('price_1'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: now,
      currency: request.currency,
      livemode: false,
      metadata: {},
      product: stripeId('prod_'),
      tax_behavior: 'unspecified',
      type: 'one_time',
      unit_amount: item.unitAmount,
      unit_amount_decimal: String(item.unitAmount),
    } as unknown as Stripe.Price // the wire carries the decimal as text
    const line: Stripe.LineItem = {
      id: stripeId('li_1'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: total,
      amount_tax: 0,
      amount_total: total,
      currency: request.currency,
      description: item.name,
      metadata: {},
      price,
      quantity: item.quantity,
    }
    return { ...blank('item'), ...line }
  })
}

/** The payment intent that the first try to pay a session creates. */
export function newPaymentIntent(
  session: Stripe.Checkout.Session,
  request: SessionRequest,
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
    currency: request.currency,
    customer: null,
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

/** The card as Stripe remembers it: brand, last four digits and expiry, never the number. */
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

/** A charge of the whole intent: succeeded, or failed with the decline's code. */
export function newCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  result: { decline: Decline | null; authenticated: boolean; balanceTransaction: string | null },
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
    customer: null,
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
    payment_method_details: {
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
    },
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

/** What a charge or a refund did to the account's balance; a refund's amount is negative and returns no fee. */
export function newBalanceTransaction(
  type: 'charge' | 'refund',
  amount: number,
  currency: string,
  description: string | null,
  now: number,
): Stripe.BalanceTransaction {
  const fee = type === 'charge' ? Math.round((amount * FEE_BASIS_POINTS) / BASIS_POINTS) + FEE_FIXED : 0
  const signed = type === 'charge' ? amount : -amount
  const transaction: Stripe.BalanceTransaction = {
    id: stripeId('txn_3'),
    object: 'balance_transaction',
    amount: signed,
    available_on: now + 2 * 86_400,
    balance_type: 'payments',
    created: now,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: 'Processing fee', type: 'stripe_fee' }],
    net: signed - fee,
    reporting_category: type,
    source: null,
    status: 'pending',
    type,
  }
  return { ...blank('balance_transaction'), ...transaction }
}

/** A refund to the card that paid. */
export function newRefund(
  charge: Stripe.Charge,
  terms: {
    amount: number
    reason: Stripe.Refund['reason']
    metadata: Record<string, string>
    balanceTransaction: string
  },
  now: number,
): Stripe.Refund {
  const refund: Stripe.Refund = {
    id: stripeId('re_3'),
    object: 'refund',
    amount: terms.amount,
    balance_transaction: terms.balanceTransaction,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: terms.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: terms.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  return { ...blank('refund'), ...refund }
}
