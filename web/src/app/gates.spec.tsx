import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../test/render.js'
import { dismissToast, toastStore } from '../lib/toast.js'
import { ActiveInvestorRedirect, AuthGate, OnboardingGate } from './gates.js'

beforeEach(() => localStorage.clear())

const profile = (fields: object) => fakeApi({ 'GET /profile': () => [200, { success: true, profile: fields }] })

function open(at: string, api = fakeApi({})) {
  return renderRoutes({
    at,
    api,
    routes: [
      {
        Component: AuthGate,
        children: [
          { path: '/payment-success', element: 'paid' },
          { Component: OnboardingGate, children: [{ path: '/investor-dashboard', element: 'dashboard' }] },
        ],
      },
      {
        Component: ActiveInvestorRedirect,
        children: [
          { path: '/signin', element: 'sign-in' },
          { path: '/onboarding', element: 'onboarding' },
        ],
      },
      { Component: OnboardingGate, children: [{ path: '/open', element: 'open page' }] },
    ],
  })
}

describe('AuthGate', () => {
  it('sends a visitor to sign-in and remembers the requested page', async () => {
    const { router } = open('/investor-dashboard?range=1y')
    await screen.findByText('sign-in')
    expect(router.state.location.search).toBe('?next=%2Finvestor-dashboard%3Frange%3D1y')
    expect(router.state.location.state).toMatchObject({
      from: { pathname: '/investor-dashboard' },
      sessionEnded: false,
    })
  })

  it('lets a signed-in user through', async () => {
    storeTokens()
    open('/payment-success')
    await screen.findByText('paid')
  })
})

describe('an expired session', () => {
  const pool = globalThis.fetch
  afterEach(() => {
    globalThis.fetch = pool
    act(() => dismissToast())
  })
  const refuse = () => {
    const answer = { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' }
    globalThis.fetch = (async () => ({
      ok: false,
      status: 400,
      headers: { get: () => null },
      json: async () => answer,
    })) as unknown as typeof fetch
  }
  const unauthorized = fakeApi({ 'GET /profile': () => [401, { code: 'UNAUTHENTICATED', detail: 'x' }] })

  it.each([
    ['while its token is renewed', -60],
    ['because the server no longer accepts its token', 3_600],
  ])('is redirected to sign-in with the reason and returns afterwards, %s', async (_name, seconds) => {
    refuse()
    storeTokens({ exp: Date.now() / 1000 + seconds })
    const { router } = open('/investor-dashboard?range=1y', unauthorized)
    await screen.findByText('sign-in')
    expect(router.state.location.search).toBe('?next=%2Finvestor-dashboard%3Frange%3D1y')
    expect(router.state.location.state).toMatchObject({ sessionEnded: true })
    expect(toastStore.get()).toBeNull()
  })

  it('does not redirect a user of a public page', async () => {
    refuse()
    storeTokens({ exp: Date.now() / 1000 - 60 })
    const { services } = open('/open', unauthorized)
    await waitFor(() => expect(services.session!.get()).toBeNull())
    await screen.findByText('open page')
    expect(toastStore.get()).toBeNull()
  })
})

describe('OnboardingGate', () => {
  it('shows a loading state, then lets a complete profile through', async () => {
    storeTokens()
    open('/investor-dashboard', profile({ onboardingComplete: true, userStatus: 'kyc_complete' }))
    expect(screen.getByText('Checking access permissions...')).toBeTruthy()
    await screen.findByText('dashboard')
  })

  it.each([
    ['is incomplete', profile({ onboardingComplete: false })],
    ['is missing', fakeApi({ 'GET /profile': () => [200, { success: true }] })],
    ['cannot be loaded', fakeApi({ 'GET /profile': () => [503, { code: 'UNAVAILABLE', detail: 'x' }] })],
  ])('redirects to onboarding when the profile %s', async (_name, api) => {
    storeTokens()
    const { router } = open('/investor-dashboard', api)
    await screen.findByText('onboarding')
    expect(router.state.historyAction).toBe('REPLACE')
  })

  it('lets the page through when there is no token', async () => {
    open('/open')
    await screen.findByText('open page')
  })
})

describe('ActiveInvestorRedirect', () => {
  it('redirects an active investor from sign-in to the dashboard, whatever the case of the status', async () => {
    storeTokens()
    open('/signin', profile({ onboardingComplete: true, userStatus: 'INVESTOR_ACTIVE' }))
    await screen.findByText('dashboard')
  })

  it('redirects to the page named in the address', async () => {
    storeTokens()
    const { router } = open(
      '/signin?next=%2Fpayment-success%3Fsession_id%3Dcs_1',
      profile({ userStatus: 'investor_active' }),
    )
    await screen.findByText('paid')
    expect(router.state.location.search).toBe('?session_id=cs_1')
  })

  it('does not redirect other users', async () => {
    storeTokens()
    const { calls } = open('/onboarding', profile({ onboardingComplete: false, userStatus: 'registered' }))
    await waitFor(() => expect(calls).toHaveLength(1))
    await screen.findByText('onboarding')
  })
})
