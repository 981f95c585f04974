import { RESERVED_ORDER } from './investing.js'

export const CARD_ID = 'pm_1QwErTyUiOpAsDfGhJkLzXc'
export const CARD = { cardId: CARD_ID, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2029 }
export const ADDED_CARD = {
  sessionId: 'cs_test_c1d2e3',
  clientSecret: 'cs_test_c1d2e3_secret_4f5a6b',
  expiresAt: '2026-11-22T09:31:00.000Z',
}
export const ORDER_CHECKOUT = {
  order: RESERVED_ORDER,
  clientSecret: 'cs_test_a1b2c3_secret_7d8e9f',
}
