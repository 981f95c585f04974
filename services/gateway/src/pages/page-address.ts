import { ListPropertiesQuery } from '@hissa/contracts/property'

/** Parameters of the pages that are rendered here, by path without the language prefix. */
const RENDERED: readonly [RegExp, readonly string[]][] = [
  [/^\/$/, []],
  // The list's address has bands of prices, and the properties that are chosen for the comparison.
  [/^\/properties\/?$/, [...Object.keys(ListPropertiesQuery.shape), 'price', 'compare']],
  [/^\/properties\/compare\/?$/, ['ids']],
  [/^\/properties\/[^/]+\/?$/, ['amount']],
]
/** Parameters of the other addresses, which the browser renders; a redirect between them keeps these. */
const BROWSER = [
  ...['amount', 'next', 'order_id', 'session_id', 'step'],
  // What a page of staff or a member shows.
  ...[
    'action',
    'actor',
    'after',
    'article',
    'cursor',
    'edit',
    'from',
    'language',
    'order',
    'period',
    'property',
    'q',
    'question',
    'raise',
    'ref',
    'service',
    'show',
    'state',
    'subject',
    'tab',
  ],
  ...['token', 'until', 'user', 'version', 'view', 'year'],
]
const LANGUAGE = /^\/[a-z]{2}(?=\/|$)/

export interface PageAddress {
  /** Path and query that the page is rendered from: only the page's parameters, in a fixed order. */
  url: string
  /** The cache key: pages that the browser renders do not differ by their parameters. */
  key: string
}

/** Pages on which Stripe.js runs. */
const PAYMENT = /^\/(payment\/[^/]+|add-payment-method)\/?$/

/** Returns whether Stripe.js may run on a page, which then has a separate policy. */
export function isPaymentPage(url: string): boolean {
  const { pathname } = new URL(url, 'http://local')
  return PAYMENT.test(pathname.replace(LANGUAGE, ''))
}

/** Pages that photograph documents. */
const CAMERA = /^\/(onboarding|phone-upload)\/?$/

/** Returns whether a page may use the camera. */
export function isCameraPage(url: string): boolean {
  const { pathname } = new URL(url, 'http://local')
  return CAMERA.test(pathname.replace(LANGUAGE, ''))
}

/** Returns the address of a page without unknown parameters, so that none of them can be echoed. */
export function pageAddress(url: string): PageAddress {
  const { pathname, searchParams } = new URL(url, 'http://local')
  const bare = pathname.replace(LANGUAGE, '') || '/'
  const rendered = RENDERED.find(([pattern]) => pattern.test(bare))?.[1]
  const query = queryOf(searchParams, rendered ?? BROWSER)
  return { url: `${pathname}${query}`, key: `page:${pathname}${rendered ? query : ''}` }
}

function queryOf(given: URLSearchParams, names: readonly string[]): string {
  const kept = new URLSearchParams()
  for (const name of [...names].sort()) {
    const value = given.get(name)
    if (value !== null) kept.set(name, value)
  }
  return kept.size > 0 ? `?${kept.toString()}` : ''
}
