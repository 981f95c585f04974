import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom'
import { useGetProfileQuery } from '../api/api.js'
import { useServices, useSession } from '../api/services.js'
import { useLocale, useT } from '../i18n/i18n.js'
import { localePath } from '../lib/locale.js'
import { afterSignIn, isActiveInvestor, onboardingPath, signInPath } from '../lib/intent.js'
import { Loading } from '../ui/states.js'

const ONBOARDING_DELAY_MS = 300

/**
 * Lets signed-in users through and redirects others to sign-in and back. Shows "Loading" until the session is known.
 * The sign-in page explains a session that ended without a sign-out; on public pages users continue as visitors.
 */
export function AuthGate() {
  const session = useSession()
  const sessionEnded = useServices().session?.hasEnded
  const location = useLocation()
  const locale = useLocale()
  const t = useT()
  if (session === undefined) return <Loading label={t('ui.loading')} />
  if (session === null) {
    return <Navigate replace state={{ from: location, sessionEnded }} to={localePath(signInPath(location), locale)} />
  }
  return <Outlet />
}

/**
 * Lets users through who completed onboarding and redirects others to /onboarding, even if the profile can't be loaded.
 * Lets visitors through, because `AuthGate` handles them.
 */
export function OnboardingGate() {
  const session = useSession()
  const location = useLocation()
  const waited = useDelay(ONBOARDING_DELAY_MS)
  const profile = useGetProfileQuery(undefined, { skip: !session })
  const t = useT()
  if (!waited) return <Loading label={t('shell.checkingAccess')} />
  if (!session) return <Outlet />
  if (profile.isUninitialized || (profile.isFetching && !profile.data))
    return <Loading label={t('shell.checkingAccess')} />
  return profile.data?.onboardingComplete ? <Outlet /> : <Navigate replace to={onboardingPath(location)} />
}

/**
 * Redirects an active investor from /signin and /registration to `next` if the address has one, otherwise to the
 * dashboard. All other pages remain accessible, see docs/decisions/2026-11-21-active-investors-reach-every-page.md.
 */
export function ActiveInvestorRedirect() {
  const session = useSession()
  const [params] = useSearchParams()
  const profile = useGetProfileQuery(undefined, { skip: !session })
  if (session && isActiveInvestor(profile.data?.userStatus)) {
    return <Navigate replace to={afterSignIn(params.get('next'))} />
  }
  return <Outlet />
}

function useDelay(delayMs: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return passed
}
