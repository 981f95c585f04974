import type Stripe from 'stripe'
import { invalid, missing } from './errors.js'
import type { Form, FormValue } from './form.js'

const MIN_EXPIRY_S = 30 * 60
const MAX_EXPIRY_S = 24 * 60 * 60
const MIN_TOTAL = 200 // AED 2.00, Stripe's smallest charge in dirhams
const MAX_TOTAL = 99_999_999 // Stripe's largest: eight digits
const MAX_METADATA_KEYS = 50
const MAX_METADATA_KEY_CHARS = 40
const MAX_METADATA_CHARS = 500

export interface LineItemRequest {
  name: string
  unitAmount: number
  quantity: number
}

/** A validated request for a Checkout session. */
export interface SessionRequest {
  /** `setup` saves a card without a payment. */
  mode: 'payment' | 'setup'
  /** `elements`: the merchant's own page with Stripe.js; otherwise this sandbox's page. */
  uiMode: 'hosted_page' | 'elements'
  lineItems: LineItemRequest[]
  currency: string | null
  successUrl: string | null
  cancelUrl: string | null
  returnUrl: string | null
  customer: string | null
  /** Whether the payer may save the card for the customer. */
  offersSaving: boolean
  /** Where a card saved by a setup session is offered again. */
  redisplay: 'always' | 'limited' | 'unspecified' | null
  adaptivePricing: boolean
  clientReferenceId: string | null
  customerEmail: string | null
  expiresAt: number
  locale: Stripe.Checkout.Session.Locale | null
  submitType: Stripe.Checkout.Session.SubmitType | null
  billingAddressCollection: Stripe.Checkout.Session.BillingAddressCollection | null
  metadata: Record<string, string>
  paymentMetadata: Record<string, string>
  setupMetadata: Record<string, string>
  paymentDescription: string | null
  receiptEmail: string | null
  statementDescriptor: string | null
}

const KNOWN = new Set([
  'mode',
  'line_items',
  'success_url',
  'cancel_url',
  'return_url',
  'client_reference_id',
  'customer',
  'customer_email',
  'customer_creation',
  'currency',
  'expires_at',
  'metadata',
  'payment_intent_data',
  'payment_method_data',
  'setup_intent_data',
  'saved_payment_method_options',
  'allowed_payment_method_types',
  'locale',
  'submit_type',
  'billing_address_collection',
  'ui_mode',
  'expand',
  'adaptive_pricing',
])
const KNOWN_PAYMENT = new Set(['metadata', 'description', 'receipt_email', 'statement_descriptor', 'capture_method'])
const KNOWN_SETUP = new Set(['metadata'])
const KNOWN_SAVED = new Set(['payment_method_save'])

/** Throws StripeFailure 400 for a parameter that is not in `known`. */
export function refuseUnknown(form: Form, known: ReadonlySet<string>, prefix = ''): void {
  const unknown = Object.keys(form).find((key) => !known.has(key))
  if (unknown === undefined) return
  const param = prefix ? `${prefix}[${unknown}]` : unknown
  throw invalid(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
}

/** Returns the text of a form value; null if it is empty or not a text. */
export const text = (value: FormValue | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Returns the fields of a form group; none if it is absent. Throws StripeFailure 400 for another type. */
export const group = (value: FormValue | undefined, param: string): Form => {
  if (value === undefined || value === '') return {}
  if (typeof value === 'string' || Array.isArray(value)) throw invalid('Invalid object', param)
  return value
}

/** Returns the integer of a form value. Throws StripeFailure 400 if it is missing or not an integer. */
export function integer(value: FormValue | undefined, param: string): number {
  const read = text(value)
  if (read === null) throw missing(param)
  if (!/^-?\d{1,15}$/.test(read)) throw invalid(`Invalid integer: ${read}`, param, 'parameter_invalid_integer')
  return Number(read)
}

/** Returns the metadata: at most 50 keys of 40 characters with values of 500, as Stripe allows. */
export function metadataOf(value: FormValue | undefined, param = 'metadata'): Record<string, string> {
  const entries = Object.entries(group(value, param))
  if (entries.length > MAX_METADATA_KEYS)
    throw invalid(`You can only set up to ${MAX_METADATA_KEYS} metadata keys.`, param)
  for (const [key, inner] of entries) {
    if (key.length > MAX_METADATA_KEY_CHARS) throw invalid('Metadata keys can be up to 40 characters long.', param)
    if (typeof inner !== 'string' || inner.length > MAX_METADATA_CHARS) {
      throw invalid('Metadata values can be up to 500 characters long.', `${param}[${key}]`)
    }
  }
  return Object.fromEntries(entries) as Record<string, string>
}

function address(value: FormValue | undefined, param: string): string | null {
  const url = text(value)
  if (url === null) return null
  if (!/^https?:\/\/[^\s]+$/.test(url) || !URL.canParse(url)) throw invalid('Not a valid URL', param, 'url_invalid')
  return url
}

function expiry(value: FormValue | undefined, now: number): number {
  if (value === undefined) return now + MAX_EXPIRY_S
  const at = integer(value, 'expires_at')
  if (at < now + MIN_EXPIRY_S) {
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    )
  }
  if (at > now + MAX_EXPIRY_S) {
    throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', 'expires_at')
  }
  return at
}

// The languages of the hosted page, as the `stripe` package lists them. Arabic is not one of them.
const LOCALES =
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  )

function localeOf(value: FormValue | undefined): string | null {
  const locale = text(value)
  if (locale === null || LOCALES.includes(locale)) return locale
  throw invalid(`Invalid locale: must be one of ${LOCALES.join(', ')}`, 'locale')
}

function lineItems(value: FormValue | undefined): { items: LineItemRequest[]; currency: string } {
  if (!Array.isArray(value) || value.length === 0) throw missing('line_items')
  let currency: string | null = null
  const items = value.map((entry, index) => {
    const param = `line_items[${index}]`
    const price = group(group(entry, param).price_data, `${param}[price_data]`)
    const itemCurrency = text(price.currency)?.toLowerCase() ?? null
    if (itemCurrency === null) throw missing(`${param}[price_data][currency]`)
    if (!/^[a-z]{3}$/.test(itemCurrency))
      throw invalid(`Invalid currency: ${itemCurrency}`, `${param}[price_data][currency]`)
    if (currency !== null && currency !== itemCurrency) throw invalid('All prices must have the same currency.', param)
    currency = itemCurrency
    const name = text(group(price.product_data, `${param}[price_data][product_data]`).name)
    if (name === null) throw missing(`${param}[price_data][product_data][name]`)
    const unitAmount = integer(price.unit_amount, `${param}[price_data][unit_amount]`)
    if (unitAmount < 0)
      throw invalid('This value must be greater than or equal to 0.', `${param}[price_data][unit_amount]`)
    const quantity = integer((entry as Form).quantity, `${param}[quantity]`)
    if (quantity < 1) throw invalid('This value must be greater than or equal to 1.', `${param}[quantity]`)
    return { name, unitAmount, quantity }
  })
  return { items, currency: currency ?? 'aed' }
}

function checkTotal(items: LineItemRequest[]): void {
  const total = items.reduce((sum, item) => sum + item.unitAmount * item.quantity, 0)
  if (total < MIN_TOTAL) {
    throw invalid(
      "The Checkout Session's total amount due must add up to at least AED 2.00.",
      'line_items',
      'amount_too_small',
    )
  }
  if (total > MAX_TOTAL) {
    throw invalid(
      "The Checkout Session's total amount must be no more than AED 999,999.99.",
      'line_items',
      'amount_too_large',
    )
  }
}

const only = <T extends string>(value: FormValue | undefined, allowed: readonly T[], param: string): T | null => {
  const read = text(value)
  if (read === null || (allowed as readonly string[]).includes(read)) return read as T | null
  throw invalid(`Invalid ${param}: must be one of ${allowed.join(', ')}`, param)
}

/** Throws for each given parameter that Stripe does not allow together with `condition`. */
function notWith(form: Form, params: readonly string[], condition: string): void {
  for (const param of params) {
    if (form[param] !== undefined) throw invalid(`You can not pass \`${param}\` ${condition}.`, param)
  }
}

function kindOf(form: Form): Pick<SessionRequest, 'mode' | 'uiMode'> {
  if (text(form.mode) === null) throw missing('mode')
  const mode = only(form.mode, ['payment', 'setup'], 'mode') ?? 'payment'
  const uiMode = only(form.ui_mode, ['hosted_page', 'elements'], 'ui_mode') ?? 'hosted_page'
  const types = form.allowed_payment_method_types
  if (types !== undefined && !(Array.isArray(types) && types.length === 1 && types[0] === 'card')) {
    throw invalid('This sandbox takes cards only.', 'allowed_payment_method_types')
  }
  if (uiMode === 'elements') notWith(form, ['success_url', 'cancel_url', 'submit_type'], 'when `ui_mode` is `elements`')
  else notWith(form, ['return_url'], 'when `ui_mode` is `hosted_page`')
  if (mode === 'setup') {
    if (uiMode !== 'elements') throw invalid('This sandbox saves cards with ui_mode elements only.', 'ui_mode')
    notWith(form, ['line_items', 'payment_intent_data', 'saved_payment_method_options'], 'in `setup` mode')
    if (types === undefined && text(form.currency) === null) throw missing('currency')
  } else notWith(form, ['setup_intent_data'], 'in `payment` mode')
  if (form.customer !== undefined) notWith(form, ['customer_email', 'customer_creation'], 'together with `customer`')
  return { mode, uiMode }
}

function customerOf(form: Form): Pick<SessionRequest, 'customer' | 'offersSaving' | 'redisplay'> {
  const saved = group(form.saved_payment_method_options, 'saved_payment_method_options')
  refuseUnknown(saved, KNOWN_SAVED, 'saved_payment_method_options')
  const save = only(saved.payment_method_save, ['enabled', 'disabled'], 'payment_method_save')
  const customer = text(form.customer)
  const data = group(form.payment_method_data, 'payment_method_data')
  return {
    customer,
    offersSaving: customer !== null && save === 'enabled',
    redisplay: only(data.allow_redisplay, ['always', 'limited', 'unspecified'], 'allow_redisplay'),
  }
}

function intentOf(form: Form) {
  const payment = group(form.payment_intent_data, 'payment_intent_data')
  refuseUnknown(payment, KNOWN_PAYMENT, 'payment_intent_data')
  const setup = group(form.setup_intent_data, 'setup_intent_data')
  refuseUnknown(setup, KNOWN_SETUP, 'setup_intent_data')
  return {
    paymentMetadata: metadataOf(payment.metadata, 'payment_intent_data[metadata]'),
    setupMetadata: metadataOf(setup.metadata, 'setup_intent_data[metadata]'),
    paymentDescription: text(payment.description),
    receiptEmail: text(payment.receipt_email),
    statementDescriptor: text(payment.statement_descriptor),
  }
}

/**
 * Validates the body of POST /v1/checkout/sessions. `now` in seconds.
 * Throws StripeFailure 400 for what Stripe rejects (an expiry under 30 minutes or over 24 hours, an unknown parameter,
 * an amount out of range) and for what this sandbox does not support.
 */
export function readSessionRequest(form: Form, now: number): SessionRequest {
  refuseUnknown(form, KNOWN)
  const kind = kindOf(form)
  const isSetup = kind.mode === 'setup'
  const { items, currency } = isSetup ? { items: [], currency: text(form.currency) } : lineItems(form.line_items)
  if (!isSetup) checkTotal(items)
  const successUrl = address(form.success_url, 'success_url')
  const returnUrl = address(form.return_url, 'return_url')
  if (kind.uiMode === 'hosted_page' && successUrl === null) throw missing('success_url')
  if (kind.uiMode === 'elements' && returnUrl === null) throw missing('return_url')
  return {
    ...kind,
    lineItems: items,
    currency,
    successUrl,
    returnUrl,
    cancelUrl: address(form.cancel_url, 'cancel_url'),
    ...customerOf(form),
    adaptivePricing: group(form.adaptive_pricing, 'adaptive_pricing').enabled === 'true',
    clientReferenceId: text(form.client_reference_id),
    customerEmail: text(form.customer_email),
    expiresAt: expiry(form.expires_at, now),
    locale: localeOf(form.locale),
    submitType: text(form.submit_type),
    billingAddressCollection: text(form.billing_address_collection),
    metadata: metadataOf(form.metadata),
    ...intentOf(form),
  }
}
