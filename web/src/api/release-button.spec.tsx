import { afterEach, describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes } from '../../test/render.js'
import { dismissToast, toastStore } from '../lib/toast.js'
import { ReleaseButton } from './release-button.js'
import { ReservationNotice } from './reservation-notice.js'

const property = { propertyId: 'Prop_1_a', slug: 'marina', title: 'Marina' }
const RELEASE = 'POST /orders/o1/release'

afterEach(() => dismissToast())

function open(answer: () => [number, object]) {
  const api = fakeApi({ [RELEASE]: answer })
  const element = <ReleaseButton orderId="o1" property={property} />
  renderRoutes({ at: '/', api, routes: [{ path: '/', element }] })
  fireEvent.click(screen.getByRole('button', { name: 'Release reservation' }))
  return api
}
const confirm = () =>
  fireEvent.click(screen.getAllByRole('button', { name: 'Release reservation', hidden: true }).at(-1)!)

describe('ReleaseButton', () => {
  it('requires confirmation and does nothing if the user keeps the reservation', () => {
    let calls = 0
    open(() => [200, { order: { state: 'expired', calls: (calls += 1) } }])
    expect(screen.getByText(/Your shares in Marina become available/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Keep reservation', hidden: true }))
    expect(screen.queryByText(/Your shares in Marina/)).toBeNull()
    expect(calls).toBe(0)
  })

  it.each([
    ['expired', 'Your reservation has been released. You haven’t been charged.'],
    ['paid', 'Your payment arrived first. The order is paid.'],
    [
      'reserved',
      'Your reservation will be released as soon as the payment page is closed. You can no longer pay for it.',
    ],
  ])('shows the outcome of a release: %s', async (state, text) => {
    open(() => [200, { order: { state } }])
    confirm()
    await waitFor(() => expect(toastStore.get()).toMatchObject({ kind: 'info', text }))
  })

  it('reports a failure and stays on the screen', async () => {
    open(() => [500, { code: 'INTERNAL', detail: 'x' }])
    confirm()
    await waitFor(() => expect(toastStore.get()).toMatchObject({ kind: 'error' }))
    expect(screen.getByRole('button', { name: 'Release reservation' })).toBeTruthy()
  })
})

describe('ReservationNotice', () => {
  const show = (refusal: Parameters<typeof ReservationNotice>[0]['refusal'], onAmount = (_fils: number) => undefined) =>
    renderRoutes({
      at: '/',
      api: fakeApi({}),
      routes: [{ path: '/', element: <ReservationNotice refusal={refusal} onAmount={onAmount} /> }],
    })

  it('links to the unpaid order', () => {
    const order = {
      orderId: 'o1',
      reference: 'HS-1',
      property,
      amountFils: fils(1),
      expiresAt: '2026-11-22T12:00:00.000Z',
    }
    show({
      kind: 'open',
      text: 'ui.reservation.open',
      orders: [{ ...order, url: '/payment-cancel?order_id=o1' }],
    })
    const link = screen.getByRole('link', { name: 'View reservation: Marina' })
    expect(link.getAttribute('href')).toContain('/payment-cancel?order_id=o1')
  })

  it('offers the largest possible amount', () => {
    const chosen: number[] = []
    show({ kind: 'tooLarge', maximumFils: fils(5_000_000) }, (fils) => void chosen.push(fils))
    fireEvent.click(screen.getByRole('button'))
    expect(chosen).toEqual([5_000_000])
  })

  it('states the time of the next possible order in Dubai', () => {
    show({ kind: 'paused', until: '2026-11-22T12:30:00.000Z' })
    expect(screen.getByRole('alert').textContent).toContain('16:30')
  })
})
