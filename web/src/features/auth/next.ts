import { useLocation, useSearchParams } from 'react-router-dom'
import { afterSignIn, safeNext } from '../../lib/intent.js'

/** Returns the `next` of this page if it is safe to follow. */
export function useNext(): string | null {
  const [params] = useSearchParams()
  return safeNext(params.get('next'))
}

/** Returns the path of another sign-in page with the same `next`. */
export function withNext(path: string, next: string | null): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path
}

/**
 * Returns the page after signing in: the requested page, otherwise the desk of a staff role, otherwise the dashboard.
 */
export function landing(next: string | null, roles: readonly string[]): string {
  if (next !== null) return next
  if (roles.includes('compliance')) return '/staff/kyc'
  if (roles.includes('finance')) return '/staff/finance'
  return roles.some((role) => role === 'content' || role === 'admin') ? '/staff/content' : afterSignIn(null)
}

/** Returns the page after a sign-up: onboarding, which redirects to `next` once it is complete. */
export function firstLanding(next: string | null): string {
  return withNext('/onboarding', next)
}

/** Returns the state that the previous page stored in the history entry. */
export function useNavigationState<T extends object>(): Partial<T> {
  return (useLocation().state as Partial<T> | null) ?? {}
}
