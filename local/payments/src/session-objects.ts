import type Stripe from 'stripe'
import { blank } from './fixtures.js'
import { stripeId } from './ids.js'
import type { SessionRequest } from './session-request.js'

// Fields that a new session leaves empty.
const NOT_USED = {
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  customer_account: null,
  customer_details: null,
  integration_identifier: null,
  invoice: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  recovered_from: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  subscription: null,
  wallet_options: null,
}

/** Creates an open, unpaid Checkout session; amounts in the currency's smallest unit, times in seconds. */
export function newSession(request: SessionRequest, url: (id: string) => string, now: number): Stripe.Checkout.Session {
  const id = stripeId('cs_test_a1')
  const isSetup = request.mode === 'setup'
  const isHosted = request.uiMode === 'hosted_page'
  const total = isSetup ? null : request.lineItems.reduce((sum, item) => sum + item.unitAmount * item.quantity, 0)
  const session: Stripe.Checkout.Session = {
    ...NOT_USED,
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: request.adaptivePricing },
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: request.billingAddressCollection,
    cancel_url: request.cancelUrl,
    client_reference_id: request.clientReferenceId,
    client_secret: isHosted ? null : `${id}_secret_${stripeId('cs_test_a1').slice(10)}`,
    created: now,
    currency: request.currency,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: request.customer,
    customer_creation: request.customer === null ? 'if_required' : null,
    customer_email: request.customerEmail,
    discounts: [],
    expires_at: request.expiresAt,
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
    mode: request.mode,
    payment_method_collection: 'if_required',
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: isSetup ? 'no_payment_required' : 'unpaid',
    phone_number_collection: { enabled: false },
    return_url: request.returnUrl ?? undefined,
    saved_payment_method_options:
      request.customer === null || isSetup
        ? null
        : {
            allow_redisplay_filters: ['always'],
            payment_method_remove: 'disabled',
            payment_method_save: request.offersSaving ? 'enabled' : 'disabled',
          },
    shipping_options: [],
    status: 'open',
    submit_type: request.submitType,
    success_url: request.successUrl,
    total_details: isSetup ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: request.uiMode,
    url: isHosted ? url(id) : null,
  }
  return { ...blank('checkout.session'), ...session }
}

/** Creates the line items of a session, which are stored separately and sent only on request. */
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
      currency: request.currency ?? 'aed',
      livemode: false,
      metadata: {},
      product: stripeId('prod_'),
      tax_behavior: 'unspecified',
      type: 'one_time',
      unit_amount: item.unitAmount,
      unit_amount_decimal: String(item.unitAmount),
    } as unknown as Stripe.Price // the decimal is a string on the wire
    const line: Stripe.LineItem = {
      id: stripeId('li_1'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: total,
      amount_tax: 0,
      amount_total: total,
      currency: request.currency ?? 'aed',
      description: item.name,
      metadata: {},
      price,
      quantity: item.quantity,
    }
    return { ...blank('item'), ...line }
  })
}
