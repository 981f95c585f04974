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

/** A `next` that may be followed: a path of this origin, not a page of signing in. Anything else is null. */
export function safeNext(next: string | null | undefined): string | null {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\u0000-\u001f\\]/.test(next)) return null
  const path = splitLocale(next)[1].split(/[?#]/)[0]!
  return /^\/(signin|auth|login|registration|signup|email-confirmation)(\/|$)/.test(path) ? null : next
}

/** `investor_active` however it is written. */
export function isActiveInvestor(userStatus: string | undefined): boolean {
  return userStatus?.toLowerCase() === 'investor_active'
}

/**
 * Where a fresh sign-in leads: to `next` when there is one, else to the dashboard (the seed's rule; the gates lead on to
 * onboarding from there).
 */
export function afterSignIn(next: string | null | undefined): string {
  return safeNext(next) ?? '/investor-dashboard'
}
