import { splitLocale } from './locale.js'

/** The sign-in address that leads back: `/signin?next=/investor-dashboard?x=1`. */
export function signInPath(from: { pathname: string; search?: string; hash?: string }): string {
  const next = `${from.pathname}${from.search ?? ''}${from.hash ?? ''}`
  return `/signin?next=${encodeURIComponent(next)}`
}

/** The onboarding address that leads back to what was asked for; the dashboard is where one arrives without asking. */
export function onboardingPath(from: { pathname: string; search?: string }): string {
  const next = `${from.pathname}${from.search ?? ''}`
  return next === '/investor-dashboard' ? '/onboarding' : `/onboarding?next=${encodeURIComponent(next)}`
}

/** Pages for signed-out readers and their former addresses. */
const SIGNED_OUT =
  /^\/(signin|auth|login|registration|signup|confirm-signup|email-confirmation|forgot-password|reset-password)(\/|$)/i

/** Returns a `next` that may be followed: a path of this origin, not a page for signed-out readers. Anything else is null. */
export function safeNext(next: string | null | undefined): string | null {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\u0000-\u001f\\]/.test(next)) return null
  const path = routedPath(next)
  return path === null || path.startsWith('//') || SIGNED_OUT.test(path) ? null : next
}

/** The path as the router matches it, without its language: dot segments resolved, escapes decoded. Null if unreadable. */
function routedPath(next: string): string | null {
  try {
    return splitLocale(decodeURIComponent(new URL(next, 'http://localhost').pathname))[1]
  } catch {
    return null
  }
}

/** `investor_active` however it is written. */
export function isActiveInvestor(userStatus: string | undefined): boolean {
  return userStatus?.toLowerCase() === 'investor_active'
}

/**
 * Where a fresh sign-in leads: to `next` when there is one, else to the dashboard (the gates lead on to onboarding
 * from there).
 */
export function afterSignIn(next: string | null | undefined): string {
  return safeNext(next) ?? '/investor-dashboard'
}
