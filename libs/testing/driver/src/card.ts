/** What is typed into the hosted payment page. */
export interface CardDetails {
  number: string
  expiry: string
  cvc: string
  name: string
}

/** Stripe's published test numbers that the journey uses. */
export const CARDS = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  threeDSecure: '4000002760003184',
} as const

export type PayResult =
  /** `returnUrl` is where the browser would go: the success page. */
  | { outcome: 'paid'; returnUrl: string }
  /** The page's own words, e.g. `Your card was declined.` */
  | { outcome: 'declined'; message: string }
  /** The session is complete or expired already. */
  | { outcome: 'closed'; message: string }

const ALERT = /role="alert">([^<]*)</
const HEADING = /<h1>([^<]*)</

const post = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

/**
 * Pays on the hosted page by sending its form, as a browser without scripts does; a card that asks for 3-D Secure is
 * answered with `threeDSecure`. Throws when the page answers something that no reader would expect.
 */
export async function payByCard(
  url: string,
  card: string | Partial<CardDetails> = {},
  threeDSecure: 'complete' | 'fail' = 'complete',
): Promise<PayResult> {
  const typed = typeof card === 'string' ? { number: card } : card
  const fields = { number: CARDS.succeeds, expiry: '12/34', cvc: '123', name: 'Test Card', ...typed }
  let response = await post(url, fields)
  const asked = response.status === 303 && response.headers.get('location')?.endsWith('/3ds')
  if (asked) response = await post(new URL(response.headers.get('location') ?? '', url).href, { result: threeDSecure })
  const body = await response.text()
  if (response.status === 303) return { outcome: 'paid', returnUrl: response.headers.get('location') ?? '' }
  if (response.status === 402) return { outcome: 'declined', message: ALERT.exec(body)?.[1] ?? '' }
  if (response.status === 409 || response.status === 410) {
    return { outcome: 'closed', message: HEADING.exec(body)?.[1] ?? '' }
  }
  throw new Error(`the payment page answered ${response.status}: ${body.slice(0, 200)}`)
}
