import type { Refused } from './refusal.js'

interface SendOptions {
  body?: unknown
  raw?: string
  headers?: Record<string, string>
}
/** Sends a call without a token. */
type Send = (method: string, path: string, options?: SendOptions) => Promise<Response>

/** Returns the calls that are open to everyone and must be rejected; `propertyId` is read when a call is made. */
export const publicRefusals = (send: Send, propertyId: () => string): Refused[] => [
  ['a property that does not exist', () => send('GET', '/properties/no-such-place'), 404, 'NOT_FOUND'],
  [
    'the income of a property that does not exist',
    () => send('GET', '/properties/no-such-place/income'),
    404,
    'NOT_FOUND',
  ],
  [
    'the valuations of a property that does not exist',
    () => send('GET', '/properties/no-such-place/valuations'),
    404,
    'NOT_FOUND',
  ],
  [
    'a list with a price that is not a number',
    () => send('GET', '/properties?minPrice=cheap'),
    400,
    'VALIDATION_FAILED',
  ],
  ['a list with a negative price', () => send('GET', '/properties?minPrice=-1'), 400, 'VALIDATION_FAILED'],
  ['a list with a yield above 100 %', () => send('GET', '/properties?minYield=101'), 400, 'VALIDATION_FAILED'],
  ['a list with a limit above the maximum', () => send('GET', '/properties?limit=101'), 400, 'VALIDATION_FAILED'],
  ['a list with a cursor of another list', () => send('GET', '/properties?cursor=abc'), 400, 'VALIDATION_FAILED'],
  [
    'a projection of an amount that buys no share',
    () => send('GET', `/properties/${propertyId()}/projection?amount=1&years=5`),
    422,
    'VALIDATION_FAILED',
  ],
  [
    'a projection over too many years',
    () => send('GET', `/properties/${propertyId()}/projection?amount=5000&years=31`),
    400,
    'VALIDATION_FAILED',
  ],
  ['an income calendar without the form of one', () => send('GET', '/income-calendar/mine'), 400, 'VALIDATION_FAILED'],
  [
    'an income calendar with an unknown address',
    () => send('GET', `/income-calendar/${'a'.repeat(43)}.ics`),
    404,
    'NOT_FOUND',
  ],
  [
    'a new address of an income calendar without a token',
    () => send('POST', '/income-calendar'),
    401,
    'UNAUTHENTICATED',
  ],
  [
    'the end of an income calendar without a token',
    () => send('POST', '/income-calendar/removal'),
    401,
    'UNAUTHENTICATED',
  ],
  ['a message without a text', () => send('POST', '/contact', { body: {} }), 400, 'VALIDATION_FAILED'],
  [
    'a place on the waitlist for an address that is none',
    () => send('POST', '/early-access', { body: { email: 'x', language: 'en' } }),
    400,
    'VALIDATION_FAILED',
  ],
  [
    'a forged link of the waitlist',
    () => send('POST', '/early-access/confirm', { body: { token: 'entry.9999999999.forged' } }),
    410,
    'WAITLIST_LINK_INVALID',
  ],
  [
    'opening a guessed link to a phone',
    () => send('POST', '/kyc/phone/open', { body: { token: 'A'.repeat(43) } }),
    410,
    'PHONE_LINK_ENDED',
  ],
  [
    'a picture from a phone with a guessed key',
    () => send('POST', '/kyc/phone/upload', { body: {}, headers: { 'upload-key': 'A'.repeat(43) } }),
    410,
    'PHONE_LINK_ENDED',
  ],
  [
    'a picture from a phone without a key',
    () => send('POST', '/kyc/phone/upload', { body: {} }),
    400,
    'VALIDATION_FAILED',
  ],
  [
    'leaving the waitlist by a forged link',
    () => send('POST', '/early-access/leave', { body: { token: 'entry.9999999999.forged' } }),
    410,
    'WAITLIST_LINK_INVALID',
  ],
  [
    'the check of a certificate with an unknown code',
    () => send('POST', '/certificates/check', { body: { sequence: 1, index: 0, code: 'c'.repeat(32) } }),
    404,
    'NOT_FOUND',
  ],
  [
    'the check of a certificate with a code of another form',
    () => send('POST', '/certificates/check', { body: { sequence: 1, index: 0, code: 'code' } }),
    400,
    'VALIDATION_FAILED',
  ],
  [
    'the check of a digital card that was never issued',
    () => send('POST', '/investor-card/check', { body: { number: '7KXW2MPQ9R4TQ7RD' } }),
    404,
    'NOT_FOUND',
  ],
  [
    'the check of a text that is longer than any number of a card',
    () => send('POST', '/investor-card/check', { body: { number: '2'.repeat(201) } }),
    400,
    'VALIDATION_FAILED',
  ],
  ['a digital card without a token', () => send('GET', '/investor-card'), 401, 'UNAUTHENTICATED'],
  ['the value over time without a token', () => send('GET', '/value-over-time'), 401, 'UNAUTHENTICATED'],
  ['saved properties without a token', () => send('GET', '/saved'), 401, 'UNAUTHENTICATED'],
  ['a preview without an amount', () => send('POST', '/orders/preview', { body: {} }), 400, 'VALIDATION_FAILED'],
  [
    'a preview below the minimum',
    () => send('POST', '/orders/preview', { body: { propertyId: propertyId(), amount: 100 } }),
    422,
    'AMOUNT_BELOW_MINIMUM',
  ],
  [
    'a webhook without a signature',
    () => send('POST', '/payment/webhook', { raw: '{}' }),
    400,
    'WEBHOOK_SIGNATURE_INVALID',
  ],
  [
    'a webhook with a forged signature',
    () =>
      send('POST', '/payment/webhook', {
        raw: '{"id":"evt_1"}',
        headers: { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
      }),
    400,
    'WEBHOOK_SIGNATURE_INVALID',
  ],
  [
    'the link of an email with an altered token',
    () => send('GET', '/email-preferences?token=abc.def'),
    403,
    'EMAIL_LINK_INVALID',
  ],
  [
    'emails switched off by an altered token',
    () => send('PUT', '/email-preferences', { body: { token: 'abc.def', email: false } }),
    403,
    'EMAIL_LINK_INVALID',
  ],
  ['the link of an email without a token', () => send('GET', '/email-preferences'), 400, 'VALIDATION_FAILED'],
  ['legal texts in an unknown language', () => send('GET', '/legal?locale=xx'), 400, 'VALIDATION_FAILED'],
  ['an unknown address', () => send('GET', '/nothing'), 404, 'NOT_FOUND'],
]
