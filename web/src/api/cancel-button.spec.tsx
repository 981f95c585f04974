import { afterEach, describe, expect, it } from '@jest/globals'
import type { OrderView } from '@hissa/contracts/investment'
import { fils, units } from '@hissa/money'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes } from '../../test/render.js'
import { dismissToast, toastStore } from '../lib/toast.js'
import { CancelButton } from './cancel-button.js'

const order = {
  ...{ orderId: 'o1', property: { propertyId: 'Prop_1_a', slug: 'marina', title: 'Marina' } },
  ...{ state: 'cooling_off', units: units(20), totalFils: fils(203_000), canCancel: true },
  coolingOffEndsAt: '2026-11-24T10:00:00.000Z',
} as OrderView

afterEach(() => dismissToast())

function show(change: Partial<OrderView> = {}, answer: () => [number, object] = () => [200, { order }]) {
  const api = fakeApi({ 'POST /orders/o1/cancellation': answer })
  const element = <CancelButton order={{ ...order, ...change }} />
  renderRoutes({ at: '/', api, routes: [{ path: '/', element }] })
  return api
}
const button = () => screen.getAllByRole('button', { name: 'Cancel investment', hidden: true }).at(-1)!
const cancellations = (api: ReturnType<typeof fakeApi>) => api.calls.filter(({ call }) => call.startsWith('POST'))

describe('CancelButton', () => {
  it('states the refund with the fee and until when it is possible, and cancels only after confirmation', async () => {
    const api = show()
    fireEvent.click(button())
    const dialog = screen.getByRole('dialog', { hidden: true })
    expect(dialog.textContent).toMatch(
      /Your 20 shares in Marina .* We refund .*2,030\.00 UAE dirhams, including the platform fee/,
    )
    expect(dialog.textContent).toContain('You can cancel until 24 November 2026, 14:00, Dubai time.')
    expect(cancellations(api)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Keep investment', hidden: true }))
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
    expect(cancellations(api)).toEqual([])
    fireEvent.click(button())
    fireEvent.click(button())
    await waitFor(() => expect(toastStore.get()).toMatchObject({ kind: 'success' }))
    expect(cancellations(api)).toHaveLength(1)
  })

  it('states the rule while the offering is open', () => {
    show({ state: 'paid', coolingOffEndsAt: undefined })
    fireEvent.click(button())
    expect(screen.getByText('You can cancel for a full refund until 48 hours after the offering closes.')).toBeTruthy()
  })

  it('is absent from an order that can no longer be cancelled', () => {
    show({ canCancel: false })
    expect(screen.queryByRole('button', { name: 'Cancel investment' })).toBeNull()
  })

  it.each([
    ['COOLING_OFF_ENDED', 'Your cooling-off period has ended. You can no longer cancel this investment.'],
    ['ORDER_DISPUTED', 'Your bank is reviewing a dispute about this payment. You can’t cancel until it decides.'],
    ['ORDER_NOT_CANCELLABLE', 'This investment can no longer be cancelled.'],
    ['INTERNAL', 'We couldn’t cancel your investment. Try again in a moment.'],
  ])('explains a refusal: %s', async (code, text) => {
    show({}, () => [409, { code, detail: 'x' }])
    fireEvent.click(button())
    fireEvent.click(button())
    await waitFor(() => expect(toastStore.get()).toMatchObject({ kind: 'error', text }))
  })
})
