import { useLocation, useSearchParams } from 'react-router-dom'
import { afterSignIn, safeNext } from '../../lib/intent.js'

/** The `next` of this page, if it may be followed. */
export function useNext(): string | null {
  const [params] = useSearchParams()
  return safeNext(params.get('next'))
}

/** Another page of signing in, carrying `next` on. */
export function withNext(path: string, next: string | null): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path
}

/** Where a reader with these roles goes after signing in: what was asked for; staff without a wish to their desk. */
export function landing(next: string | null, roles: readonly string[]): string {
  if (next !== null) return next
  if (roles.includes('compliance')) return '/staff/kyc'
  if (roles.includes('finance')) return '/staff/finance'
  return roles.some((role) => role === 'content' || role === 'admin') ? '/staff/content' : afterSignIn(null)
}

/** A new account begins with onboarding and is led on from there. */
export function firstLanding(next: string | null): string {
  return withNext('/onboarding', next)
}

/** What the page before left in the history entry. */
export function useHandedOver<T extends object>(): Partial<T> {
  return (useLocation().state as Partial<T> | null) ?? {}
}
