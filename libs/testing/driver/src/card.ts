/** Card details for the hosted payment page. */
export interface CardDetails {
  number: string
  expiry: string
  cvc: string
  name: string
}

/** Stripe's published test card numbers that the journey uses. */
export const CARDS = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  threeDSecure: '4000002760003184',
} as const

export type PayResult =
  /** `returnUrl` is where a browser would go next: the success page. */
  | { outcome: 'paid'; returnUrl: string }
  /** The page's message, such as `Your card was declined.` */
  | { outcome: 'declined'; message: string }
  /** The session is already complete or expired. */
  | { outcome: 'closed'; message: string }

const ALERT = /role="alert">([^<]*)</
const HEADING = /<h1>([^<]*)</

const post = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

/**
 * Pays on the hosted page by submitting its form, like a browser without scripts. `threeDSecure` chooses the outcome if
 * the card requires 3-D Secure. Throws for an unexpected response of the page.
 */
export async function payByCard(
  url: string,
  card: string | Partial<CardDetails> = {},
  threeDSecure: 'complete' | 'fail' = 'complete',
): Promise<PayResult> {
  const typed = typeof card === 'string' ? { number: card } : card
  const fields = { number: CARDS.succeeds, expiry: '12/34', cvc: '123', name: 'Test Card', ...typed }
  let response = await post(url, fields)
  const needsThreeDSecure = response.status === 303 && response.headers.get('location')?.endsWith('/3ds')
  if (needsThreeDSecure)
    response = await post(new URL(response.headers.get('location') ?? '', url).href, { result: threeDSecure })
  const body = await response.text()
  if (response.status === 303) return { outcome: 'paid', returnUrl: response.headers.get('location') ?? '' }
  if (response.status === 402) return { outcome: 'declined', message: ALERT.exec(body)?.[1] ?? '' }
  if (response.status === 409 || response.status === 410) {
    return { outcome: 'closed', message: HEADING.exec(body)?.[1] ?? '' }
  }
  throw new Error(`the payment page returned ${response.status}: ${body.slice(0, 200)}`)
}
