import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { aProperty } from '../../../test/property.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import FlowPage from './flow-page.js'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeTokens()
})

const text = { documentId: 'risk', version: 1, hash: 'h' }

/** Opens the flow as Back from the payment page or a reload does: with only the amount in its address. */
function open(outstanding: (typeof text)[]) {
  return renderRoutes({
    at: '/investment-flow/Prop_1904_marina?amount=2000',
    api: fakeApi({
      'GET /properties/Prop_1904_marina': () => [200, { success: true, property: aProperty() }],
      'GET /orders/requirements': () => [200, { success: true, identity: 'verified', accepted: [], outstanding }],
    }),
    routes: [{ path: '/investment-flow/:propertyId', element: <FlowPage /> }],
  })
}
const step = (name: string) => screen.findByRole('region', { name })

describe('the investment flow after Back or a reload', () => {
  it('skips disclosures that are accepted already', async () => {
    const { calls } = open([])
    await step('Review and pay')
    expect(calls.map(({ call }) => call)).not.toContain('GET /disclosures')
  })

  it('shows the disclosures while one is not accepted', async () => {
    open([text])
    await step('Read and accept')
    expect(screen.queryByRole('region', { name: 'Review and pay' })).toBeNull()
  })
})
