import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { needs } from '../../../test/order.js'
import { aProperty } from '../../../test/property.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import FlowPage from './flow-page.js'

const preview = {
  ...{ propertyId: 'Prop_1904_marina', units: 20, unitPriceFils: 10_000, amountFils: 200_000, feeFils: 3_000 },
  ...{ feeBasisPoints: 150, totalFils: 203_000, sharePartsPerMillion: 1_905, coolingOffHours: 48 },
  reservationMinutes: 31,
}
const scrolled = jest.fn()

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeTokens()
  HTMLElement.prototype.scrollIntoView = scrolled
})
afterEach(() => void scrolled.mockClear())

describe('a rejected payment', () => {
  it('scrolls its reason into view and focuses it each time', async () => {
    const api = fakeApi({
      'GET /properties/Prop_1904_marina': () => [200, { success: true, property: aProperty() }],
      'GET /orders/requirements': () => [200, needs()],
      'GET /orders': () => [200, { success: true, orders: [] }],
      'POST /orders/preview': () => [200, { success: true, ...preview }],
      'POST /create-checkout-session': () => [409, { code: 'RESERVATION_CLOSED', detail: 'Closed' }],
    })
    const routes = [{ path: '/investment-flow/:propertyId/:step?', Component: FlowPage }]
    renderRoutes({ api, routes, at: '/investment-flow/Prop_1904_marina/review?amount=2000' })
    for (const times of [1, 2]) {
      const pay = await screen.findByRole('button', { name: /^Pay/ })
      pay.focus()
      fireEvent.click(pay)
      await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(times))
      expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true)
      expect(document.activeElement).not.toBe(document.body)
    }
  })
})
