import type { Refused } from './refusal.js'

/**
 * Calls about orders, payments and cards that are rejected for a caller who does not own them; `order` is another's.
 */
export function orderRefusals(
  send: (method: string, path: string) => Promise<Response>,
  order: () => { orderId: string; sessionId: string },
): Refused[] {
  return [
    ["another's order", () => send('GET', `/orders/${order().orderId}`), 404, 'NOT_FOUND'],
    ["the release of another's order", () => send('POST', `/orders/${order().orderId}/release`), 404, 'NOT_FOUND'],
    ['the release of an order that does not exist', () => send('POST', '/orders/none/release'), 404, 'NOT_FOUND'],
    [
      "the cancellation of another's order",
      () => send('POST', `/orders/${order().orderId}/cancellation`),
      404,
      'NOT_FOUND',
    ],
    [
      "the extension of another's reservation",
      () => send('POST', `/orders/${order().orderId}/extension`),
      404,
      'NOT_FOUND',
    ],
    ["the payment page of another's order", () => send('GET', `/orders/${order().orderId}/checkout`), 404, 'NOT_FOUND'],
    [
      "the payment of another's order",
      () => send('GET', `/payment/status?session_id=${order().sessionId}`),
      404,
      'NOT_FOUND',
    ],
    ['a payment status without a session', () => send('GET', '/payment/status'), 400, 'VALIDATION_FAILED'],
    [
      'the removal of a card that is not the caller’s',
      () => send('POST', '/payment-methods/pm_none/removal'),
      404,
      'NOT_FOUND',
    ],
    [
      'the removal of a card with an id that is too long',
      () => send('POST', `/payment-methods/${'x'.repeat(201)}/removal`),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'the receipt of a payment that is not the caller’s',
      () => send('GET', '/payments/none/receipt'),
      404,
      'NOT_FOUND',
    ],
    [
      'a receipt in an unknown language',
      () => send('GET', '/payments/none/receipt?locale=xx'),
      400,
      'VALIDATION_FAILED',
    ],
    ['a certificate without registered shares', () => send('GET', '/investments/none/certificate'), 404, 'NOT_FOUND'],
    [
      'a statement of days that have not ended',
      () => send('GET', '/statements/json?from=2999-01-01&to=2999-01-31'),
      422,
      'VALIDATION_FAILED',
    ],
    ['a statement without a period', () => send('GET', '/statements/pdf?from=2026-01-01'), 400, 'VALIDATION_FAILED'],
    ['a tax statement of an unknown year', () => send('GET', '/statements/csv?year=26'), 400, 'VALIDATION_FAILED'],
    ['distributions in a page that is too large', () => send('GET', '/income?limit=101'), 400, 'VALIDATION_FAILED'],
    ['the saving of a property that does not exist', () => send('POST', '/saved/none'), 404, 'NOT_FOUND'],
    ['a page size that is not a number', () => send('GET', '/orders?limit=ten'), 400, 'VALIDATION_FAILED'],
    ['a page size that is too large', () => send('GET', '/orders?limit=101'), 400, 'VALIDATION_FAILED'],
  ]
}
