import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { dismissToast, toastStore } from '../../lib/toast.js'
import CardCheckPage from './card-check-page.js'
import InvestorCardPage from './investor-card-page.js'
import { SHOWN_S } from './use-shown-number.js'

const NUMBER = '7KXW2MPQ9R4TQ7RD'
const GROUPED = '7KXW 2MPQ 9R4T Q7RD'
const CARD = {
  ...{ issue: 1, state: 'active', holder: 'Amal Al Suwaidi', tier: 'silver', lastFour: 'Q7RD' },
  ...{ memberSince: '2026-01-12T08:00:00Z', issuedAt: '2026-11-20T08:00:00Z' },
}
const answer = (change: object = {}) => [200, { success: true, card: { ...CARD, ...change } }] as [number, unknown]
const refuse = (status: number, code: string) =>
  [status, { status, code, title: code, detail: code }] as [number, unknown]
const shown = () =>
  [
    200,
    {
      success: true,
      number: NUMBER,
      address: `https://hissa.test/card/${NUMBER}`,
      qr: { path: 'M4 4h1v1h-1z', size: 33 },
    },
  ] as [number, unknown]

const open = (answers: Parameters<typeof fakeApi>[0]) => {
  const api = fakeApi({ 'GET /investor-card': () => answer(), 'POST /investor-card/number': shown, ...answers })
  return { api, ...renderRoutes({ at: '/card', api, routes: [{ path: '/card', element: <InvestorCardPage /> }] }) }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const reveal = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Show number and code' }))
  await screen.findByRole('timer')
}

beforeEach(() => {
  dismissToast()
  storeTokens()
})
afterEach(() => void jest.useRealTimers())

describe('the page of the digital card', () => {
  it('shows holder, tier and membership, and of the number only the end', async () => {
    open({})
    expect(await screen.findByText('Amal Al Suwaidi')).toBeTruthy()
    for (const text of ['Silver', '12 January 2026', 'Active']) expect(screen.getByText(text)).toBeTruthy()
    expect(document.body.textContent).toContain('•••• •••• •••• Q7RD')
    expect(document.body.textContent).not.toContain('7KXW')
  })

  it('shows number and code when asked, and hides them by itself after half a minute', async () => {
    open({})
    await screen.findByText('Amal Al Suwaidi')
    jest.useFakeTimers()
    press('Show number and code')
    await act(() => jest.advanceTimersByTimeAsync(0))
    expect(screen.getByRole('img', { name: /^QR code/ })).toBeTruthy()
    expect(screen.getAllByText(GROUPED)).toHaveLength(2)
    await act(() => jest.advanceTimersByTimeAsync((SHOWN_S - 1) * 1_000))
    expect(screen.getByRole('timer').textContent).toMatch(/in 1 s/)
    await act(() => jest.advanceTimersByTimeAsync(1_000))
    expect(screen.queryByText(GROUPED)).toBeNull()
  })

  it('hides the number when the window is left, and keeps it nowhere else', async () => {
    const { services } = open({})
    await reveal()
    expect(JSON.stringify(services.store.getState())).not.toContain(NUMBER)
    fireEvent.blur(window)
    expect(screen.queryByText(GROUPED)).toBeNull()
  })

  it('copies the number', async () => {
    const writeText = jest.fn(async (_text: string) => undefined)
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    open({})
    await reveal()
    press('Copy card number')
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(NUMBER))
  })

  it('says so when the number can’t be shown', async () => {
    open({ 'POST /investor-card/number': () => refuse(503, 'SERVICE_UNAVAILABLE') })
    fireEvent.click(await screen.findByRole('button', { name: 'Show number and code' }))
    await waitFor(() => expect(toastStore.get()?.text).toBe('The number could not be shown. Try again.'))
  })

  it('is frozen and made valid again after a confirmation', async () => {
    let state = 'active'
    const set = (next: string) => () => answer({ state: (state = next) })
    const { api } = open({
      'GET /investor-card': () => answer({ state }),
      'POST /investor-card/freeze': set('frozen'),
      'POST /investor-card/unfreeze': set('active'),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Freeze' }))
    expect(api.calls.some(({ call }) => call.startsWith('POST'))).toBe(false)
    fireEvent.click(screen.getAllByRole('button', { name: 'Freeze', hidden: true }).at(-1)!)
    expect(await screen.findByText('Your card is frozen')).toBeTruthy()
    press('Unfreeze')
    fireEvent.click(screen.getAllByRole('button', { name: 'Unfreeze', hidden: true }).at(-1)!)
    await waitFor(() => expect(screen.queryByText('Your card is frozen')).toBeNull())
    expect(api.calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
      { issue: 1 },
      { issue: 1 },
    ])
  })

  it('says what a replacement does before it is made, and that there were too many', async () => {
    const availableAt = '2026-11-22T08:00:00Z'
    open({
      'POST /investor-card/reissue': () => [429, { status: 429, code: 'INVESTOR_CARDS_TOO_OFTEN', availableAt }],
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Replace card' }))
    expect(screen.getByText(/The present ones stop working at once/)).toBeTruthy()
    fireEvent.click(screen.getAllByRole('button', { name: 'Replace card', hidden: true }).at(-1)!)
    await waitFor(() => expect(toastStore.get()?.text).toMatch(/too often today/))
  })

  it('shows the current card after another device has replaced this one', async () => {
    let issue = 1
    open({
      'GET /investor-card': () => answer({ issue, lastFour: issue === 1 ? 'Q7RD' : 'X3ZB' }),
      'POST /investor-card/number': () => {
        issue = 2
        return refuse(409, 'INVESTOR_CARD_REPLACED')
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Show number and code' }))
    expect(await screen.findByText('X3ZB', { exact: false })).toBeTruthy()
    expect(toastStore.get()?.text).toMatch(/^This card has been replaced/)
  })

  it.each([
    ['KYC_REQUIRED', 'Your card comes with verification', 'Verify identity'],
    ['ACCOUNT_SUSPENDED', 'Your card can’t be used now', 'Contact us'],
  ])('leads on after %s', async (code, title, action) => {
    open({ 'GET /investor-card': () => refuse(403, code) })
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByRole('link', { name: action })).toBeTruthy()
  })

  it('offers to try again after an error', async () => {
    open({ 'GET /investor-card': () => refuse(500, 'INTERNAL') })
    expect(await screen.findByText('Your card could not be loaded')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  })
})

describe('the page that checks a digital card', () => {
  const checked = (card: object) => () =>
    [
      200,
      {
        ...{ success: true, signature: { algorithm: 'Ed25519', keyId: 'c0ffee', value: 'c2ln' } },
        card: { type: 'hissa.card.v1', number: NUMBER, checkedAt: '2026-11-21T08:00:00Z', ...card },
      },
    ] as [number, unknown]
  const check = (answered: () => [number, unknown]) =>
    renderRoutes({
      at: `/card/${NUMBER}`,
      api: fakeApi({ 'POST /investor-card/check': answered }),
      routes: [{ path: '/card/:code', element: <CardCheckPage /> }],
    })

  it('shows who the holder of a valid card is, and when it was checked', async () => {
    check(checked({ state: 'valid', holder: 'Amal S.', tier: 'gold', memberSince: '2026-01-12T08:00:00Z' }))
    expect(await screen.findByText('Valid')).toBeTruthy()
    for (const text of ['Amal S.', 'Gold', '12 January 2026', GROUPED, '21 November 2026, 12:00 (Dubai)'])
      expect(screen.getByText(text)).toBeTruthy()
  })

  it.each([
    ['frozen', 'Frozen'],
    ['replaced', 'Replaced'],
    ['not_valid', 'Not valid'],
  ])('says nothing about the holder of a card that is %s', async (state, title) => {
    check(checked({ state }))
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.queryByText('Holder')).toBeNull()
  })

  it.each([
    [404, 'NOT_FOUND'],
    [400, 'VALIDATION_FAILED'],
  ])('says after %i that the card is unknown', async (status, code) => {
    check(() => refuse(status, code))
    expect(await screen.findByText('Unknown card')).toBeTruthy()
  })

  it('offers to try again after an error', async () => {
    check(() => refuse(503, 'SERVICE_UNAVAILABLE'))
    expect(await screen.findByText('The card could not be checked')).toBeTruthy()
  })
})
