import { splitLocale } from './locale.js'

/** Returns the sign-in path that leads back, such as `/signin?next=/investor-dashboard?x=1`. */
export function signInPath(from: { pathname: string; search?: string; hash?: string }): string {
  const next = `${from.pathname}${from.search ?? ''}${from.hash ?? ''}`
  return `/signin?next=${encodeURIComponent(next)}`
}

/**
 * Returns the onboarding path that leads back to the requested page; the dashboard is the default and needs no `next`.
 */
export function onboardingPath(from: { pathname: string; search?: string }): string {
  const next = `${from.pathname}${from.search ?? ''}`
  return next === '/investor-dashboard' ? '/onboarding' : `/onboarding?next=${encodeURIComponent(next)}`
}

/** Pages for signed-out users and their former addresses. */
const SIGNED_OUT =
  /^\/(signin|auth|login|registration|signup|confirm-signup|email-confirmation|forgot-password|reset-password)(\/|$)/i

const UNSAFE = /[\u0000-\u001f\u2028\u2029\\]/
/** The router decodes a path before it matches it, and its patterns don't match line breaks. */
const UNROUTABLE = /[\u0000-\u001f\u2028\u2029]/

/**
 * Returns a `next` that is safe to follow: a path of this origin that isn't a page for signed-out users. Otherwise
 * null.
 */
export function safeNext(next: string | null | undefined): string | null {
  if (!next || !/^\/(?![/\\])/.test(next) || UNSAFE.test(next)) return null
  const path = routedPath(next)
  if (path === null || path.startsWith('//') || UNROUTABLE.test(path)) return null
  return SIGNED_OUT.test(path) ? null : next
}

/**
 * Returns the path as the router matches it, without its language: dot segments resolved, escapes decoded. Null if
 * invalid.
 */
function routedPath(next: string): string | null {
  try {
    return splitLocale(decodeURIComponent(new URL(next, 'http://localhost').pathname))[1]
  } catch {
    return null
  }
}

/** Returns whether the status is `investor_active`, in any case. */
export function isActiveInvestor(userStatus: string | undefined): boolean {
  return userStatus?.toLowerCase() === 'investor_active'
}

/**
 * Returns the page after a sign-in: `next` if it is safe to follow, otherwise the dashboard, whose gates redirect to
 * onboarding if needed.
 */
export function afterSignIn(next: string | null | undefined): string {
  return safeNext(next) ?? '/investor-dashboard'
}
