import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { ExtensionRefusal, type OrderView } from '@hissa/contracts/investment'
import { anOrder, inMinutes } from '../../test/order.js'
import { fakeApi, renderRoutes } from '../../test/render.js'
import { dismissToast, toastStore } from '../lib/toast.js'
import { Reservation } from './reservation.js'

const KEEP = 'POST /orders/o1/extension'
let elapsedMs = 0

beforeEach(() => {
  elapsedMs = 0
  jest.useFakeTimers()
  jest.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  dismissToast()
})

function open(order: OrderView, answer?: () => [number, object], onLapsed?: () => void) {
  const api = fakeApi(answer ? { [KEEP]: answer } : {})
  renderRoutes({ api, routes: [{ path: '*', element: <Reservation order={order} onLapsed={onLapsed} /> }] })
  return api
}

/** Lets time pass second by second, and returns each announcement once. */
function pass(seconds: number): string[] {
  const spoken: string[] = []
  for (let n = 0; n < seconds; n += 1) {
    act(() => {
      elapsedMs += 1_000
      jest.advanceTimersByTime(1_000)
    })
    const text = screen.getByRole('status').textContent
    if (text && spoken.at(-1) !== text) spoken.push(text)
  }
  return spoken
}

describe('Reservation', () => {
  it('announces the time left at 5, 2 and 1 minutes only', () => {
    let lapsed = 0
    open(anOrder({ expiresAt: inMinutes(7) }), undefined, () => (lapsed += 1))
    screen.getByText(/Reserved until 12:07, Dubai time/)
    expect(pass(7 * 60 - 1)).toEqual([
      'Your reservation ends in 5 minutes.',
      'Your reservation ends in 2 minutes.',
      'Your reservation ends in 1 minute.',
    ])
    expect(lapsed).toBe(0)
    pass(2)
    expect(lapsed).toBe(1)
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('announces nothing that was true when the page opened', () => {
    open(anOrder({ expiresAt: inMinutes(4) }))
    expect(pass(60)).toEqual([])
    expect(pass(90)).toEqual(['Your reservation ends in 2 minutes.'])
  })

  it('warns in the last two minutes and offers to keep the reservation', async () => {
    const api = open(anOrder({ expiresAt: inMinutes(3) }), () => [200, { order: anOrder({ canExtend: false }) }])
    expect(screen.queryByText('Your reservation is about to end')).toBeNull()
    pass(61)
    screen.getByText('Your reservation is about to end')
    jest.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Extend reservation' }))
    await waitFor(() => expect(toastStore.get()?.text).toBe('Your reservation has been extended.'))
    expect(api.calls.map(({ call }) => call)).toEqual([KEEP])
  })

  it('says that a reservation which was extended before cannot be extended again', () => {
    open(anOrder({ expiresAt: inMinutes(1), canExtend: false }))
    screen.getByText(/It can’t be extended/)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each([
    [
      409,
      'RESERVATION_NOT_EXTENDABLE',
      'Your reservation can’t be extended. You can reserve again while shares are left.',
    ],
    [
      503,
      'PAYMENT_UNAVAILABLE',
      'Your shares stay reserved, but the payment page isn’t available right now. Try again in a moment.',
    ],
    [500, 'INTERNAL', 'We couldn’t extend your reservation. Try again in a moment.'],
  ])('explains %d %s', async (status, code, text) => {
    open(anOrder({ expiresAt: inMinutes(1) }), () => [status, { code, detail: 'x' }])
    jest.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Extend reservation' }))
    await waitFor(() => expect(toastStore.get()?.text).toBe(text))
  })

  const NOT_KEPT: Record<ExtensionRefusal, RegExp> = {
    ended: /no longer open\. You can reserve again/,
    releasing: /is being released/,
    extended: /has already been extended/,
    large: /Reservations of this size/,
    too_late: /is ending now/,
    raise_closed: /This property is no longer open/,
  }
  it.each(ExtensionRefusal.options)('says why it cannot be extended (%s)', async (why) => {
    const refused = { code: 'RESERVATION_NOT_EXTENDABLE', detail: 'x', why }
    open(anOrder({ expiresAt: inMinutes(1) }), () => [409, refused])
    jest.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Extend reservation' }))
    await waitFor(() => expect(toastStore.get()?.text).toMatch(NOT_KEPT[why]))
  })
})
