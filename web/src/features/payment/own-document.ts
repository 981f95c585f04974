import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { splitLocale } from '../../lib/locale.js'

const PAYMENT_PAGE = /^\/(payment\/[^/]+|add-payment-method)\/?$/

/** Returns whether a path is that of a payment page, in any language. */
export const isPaymentPage = (path: string) => PAYMENT_PAGE.test(splitLocale(path)[1])

/**
 * Keeps Stripe.js out of other pages. Payment pages have a separate policy, which allows Stripe.js. A policy belongs to
 * a document, so a payment page that was reached from another page is loaded again, and so is the page that follows it.
 * Returns whether this document may load Stripe.js.
 */
export function useOwnDocument(): boolean {
  const { pathname } = useLocation()
  const [isOwn] = useState(() => isPaymentPage(documentPath() ?? pathname))
  useEffect(() => {
    if (!isOwn) location.reload()
    return () => {
      if (!isPaymentPage(location.pathname)) location.reload()
    }
  }, [isOwn])
  return isOwn
}

/** Returns the path under which this document was loaded; undefined if the browser doesn't say. */
function documentPath(): string | undefined {
  const [entry] = performance.getEntriesByType?.('navigation') ?? []
  return entry ? new URL(entry.name, location.href).pathname : undefined
}
