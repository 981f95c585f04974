import { afterEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { anOrder } from '../../test/order.js'
import { fakeApi, renderRoutes } from '../../test/render.js'
import { dismissToast, toastStore } from '../lib/toast.js'
import { CancelButton } from './cancel-button.js'

const CANCEL = 'POST /orders/o1/cancellation'
afterEach(() => dismissToast())

function open(answer: () => [number, object], canCancel = true) {
  const api = fakeApi({ [CANCEL]: answer })
  const order = anOrder({ state: 'cooling_off', canCancel })
  renderRoutes({ api, routes: [{ path: '*', element: <CancelButton order={order} /> }] })
  return api
}
const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name, hidden: true }).at(-1)!)

describe('CancelButton', () => {
  it('states the refund and cancels after confirmation', async () => {
    const { calls } = open(() => [200, { order: anOrder({ state: 'cancelled' }) }])
    press('Cancel investment')
    expect(screen.getByText(/in full, platform fee included/).textContent).toContain('2,030.00')
    press('Cancel investment')
    await waitFor(() => expect(toastStore.get()?.text).toMatch(/^Your investment has been cancelled/))
    expect(calls.map(({ call }) => call)).toEqual([CANCEL])
  })

  it('does nothing if the user keeps the investment', () => {
    const { calls } = open(() => [200, {}])
    press('Cancel investment')
    press('Keep investment')
    expect(screen.queryByText(/in full/)).toBeNull()
    expect(calls).toEqual([])
  })

  it.each([
    [409, 'COOLING_OFF_ENDED', /cooling-off period has ended/],
    [409, 'ORDER_DISPUTED', /reviewing a dispute/],
    [409, 'ORDER_NOT_CANCELLABLE', /can no longer be cancelled/],
    [500, 'INTERNAL', /couldn’t cancel/],
  ])('explains %d %s', async (status, code, text) => {
    open(() => [status, { code, detail: 'x' }])
    press('Cancel investment')
    press('Cancel investment')
    await waitFor(() => expect(toastStore.get()?.text).toMatch(text))
  })

  it('is absent when the order cannot be cancelled', () => {
    open(() => [200, {}], false)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
