import type { Locale } from '@hissa/contracts'

/** The payer for whom an order's payment page is created. */
export interface Payer {
  /** The payer's language when the current attempt began. English if absent. */
  locale?: Locale
  /** The investor's customer at the processor when the order was placed, so that every attempt has the same content. */
  customerId?: string
}
