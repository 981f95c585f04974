/** The card entered on the hosted page. `number` and `cvc` stay in memory and are never stored. */
export interface CardForm {
  number: string
  expiry: string
  cvc: string
  name: string
}

export interface Card {
  brand: 'visa' | 'mastercard' | 'amex' | 'unknown'
  last4: string
  expMonth: number
  expYear: number
  name: string
}

export interface Decline {
  code: string
  declineCode?: string
  message: string
}

/** An event some time after a payment has succeeded. */
export type Aftermath = 'refund_pending' | 'refund_fails' | 'dispute'

export type CardBehaviour =
  | { kind: 'succeed'; after?: Aftermath }
  /** `once`: only to pay or to be saved for the first time. */
  | { kind: 'authenticate'; once?: true }
  /** `savable`: can be saved, although each payment is declined. */
  | { kind: 'decline'; decline: Decline; savable?: true }
export type FieldErrors = Partial<Record<keyof CardForm, string>>

const declined = (declineCode: string, message = 'Your card was declined.'): CardBehaviour & { kind: 'decline' } => ({
  kind: 'decline',
  decline: { code: 'card_declined', declineCode, message },
})
const failed = (code: string, message: string): CardBehaviour => ({ kind: 'decline', decline: { code, message } })

// Stripe's published test numbers: https://docs.stripe.com/testing
const TEST_CARDS: Record<string, CardBehaviour> = {
  '4242424242424242': { kind: 'succeed' },
  '5555555555554444': { kind: 'succeed' },
  '378282246310005': { kind: 'succeed' },
  '4000000000007726': { kind: 'succeed', after: 'refund_pending' },
  '4000000000005126': { kind: 'succeed', after: 'refund_fails' },
  '4000000000000259': { kind: 'succeed', after: 'dispute' },
  '4000002760003184': { kind: 'authenticate' },
  '4000002500003155': { kind: 'authenticate', once: true },
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': declined('insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000000341': { ...declined('generic_decline'), savable: true },
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000000069': failed('expired_card', 'Your card has expired.'),
  '4000000000000127': failed('incorrect_cvc', "Your card's security code is incorrect."),
  '4000000000000119': failed(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
}

/** Returns the behaviour of a test number. Real cards are rejected, as in Stripe's test mode. */
export function behaviourOf(number: string): CardBehaviour {
  return (
    TEST_CARDS[number.replace(/\D/g, '')] ??
    declined('test_mode_live_card', 'Your card was declined. This is a test page, and that is not a test card.')
  )
}

// Stripe's published tokens of test cards, for calls without a page.
const TEST_TOKENS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_card_createDispute: '4000000000000259',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeCustomerFail: '4000000000000341',
}

/** Returns the card of a test token, such as `pm_card_visa`; undefined for any other text. */
export function testToken(token: string): { number: string; behaviour: CardBehaviour } | undefined {
  const number = TEST_TOKENS[token]
  return number === undefined ? undefined : { number, behaviour: behaviourOf(number) }
}

/** Returns whether 13 to 19 digits pass Luhn's check. */
export function passesLuhn(number: string): boolean {
  const digits = number.replace(/[\s-]/g, '')
  if (!/^\d{13,19}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

function brandOf(digits: string): Card['brand'] {
  if (digits.startsWith('4')) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard'
  return /^3[47]/.test(digits) ? 'amex' : 'unknown'
}

/** Validates the form of the hosted page; `now` decides whether the card has expired (valid to its month's end). */
export function readCard(form: CardForm, now: Date): { card: Card } | { errors: FieldErrors } {
  const digits = form.number.replace(/[\s-]/g, '')
  const expiry = /^\s*(\d{1,2})\s*\/?\s*(\d{4}|\d{2})\s*$/.exec(form.expiry)
  const expMonth = Number(expiry?.[1] ?? 0)
  const expYear = expiry ? Number(expiry[2]) + (expiry[2]?.length === 2 ? 2000 : 0) : 0
  const brand = brandOf(digits)
  const errors: FieldErrors = {}
  if (digits === '') errors.number = 'Enter the card number.'
  else if (!passesLuhn(digits)) errors.number = 'Your card number is invalid.'
  if (!expiry || expMonth < 1 || expMonth > 12) errors.expiry = "Your card's expiration date is incomplete."
  else if (Date.UTC(expYear, expMonth, 1) <= now.getTime())
    errors.expiry = "Your card's expiration date is in the past."
  if (!(brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(form.cvc.trim()))
    errors.cvc = "Your card's security code is incomplete."
  if (form.name.trim() === '') errors.name = 'Enter the name on the card.'
  if (Object.keys(errors).length > 0) return { errors }
  return { card: { brand, last4: digits.slice(-4), expMonth, expYear, name: form.name.trim().slice(0, 100) } }
}
