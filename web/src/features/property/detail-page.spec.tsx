import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, screen } from '@testing-library/react'
import { aProperty } from '../../../test/property.js'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import DetailPage from './detail-page.js'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const GET = 'GET /properties/marina-gate-2-1904'
const failing = (detail: string) => fakeApi({ [GET]: () => [500, { code: 'INTERNAL', detail }] })
const open = (api: ReturnType<typeof fakeApi>, at = '/properties/marina-gate-2-1904') =>
  renderRoutes({ at, api, routes: [{ path: '/properties/:id', Component: DetailPage }] })
const wait = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms))

describe('the property page', () => {
  it('retries twice, two seconds apart, when the error mentions timeout, failed or fetch', async () => {
    const { calls } = open(failing('The call failed'))
    await wait(100)
    expect(calls).toHaveLength(1)
    expect(screen.getByText('Retrying (1 of 2)')).toBeTruthy()
    await wait(2_000)
    await wait(2_000)
    expect(calls).toHaveLength(3)
    await wait(10_000)
    expect(calls).toHaveLength(3)
    expect(screen.getByRole('heading', { name: 'Error Loading Property' })).toBeTruthy()
    expect(screen.getByText('Failed to load property details: The call failed. Please try again.')).toBeTruthy()
  })

  it('retries any other error only on request', async () => {
    const { calls } = open(failing('Teapot'))
    await wait(10_000)
    expect(calls).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await wait(100)
    expect(calls).toHaveLength(2)
  })

  it('names the property that does not exist', async () => {
    open(fakeApi({}), '/properties/nowhere')
    await wait(100)
    expect(screen.getByRole('heading', { name: 'Property Not Found' })).toBeTruthy()
    expect(screen.getByText('Property with ID "nowhere" not found. Please check the URL and try again.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Properties' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  })

  it('redirects a record’s id to the slug', async () => {
    const answer = () => [200, { success: true, property: aProperty() }] as [number, unknown]
    const { router } = open(
      fakeApi({ 'GET /properties/Prop_1904_marina': answer, [GET]: answer }),
      '/properties/Prop_1904_marina?amount=5000',
    )
    await wait(200)
    expect(router.state.location.pathname).toBe('/properties/marina-gate-2-1904')
    expect(router.state.location.search).toBe('?amount=5000')
  })

  it('has the key figures in its header', async () => {
    open(fakeApi({ [GET]: () => [200, { success: true, property: aProperty() }] }))
    await wait(200)
    const order = [...document.querySelectorAll('h1, dt, h2')].map(({ textContent }) => textContent)
    const figures = ['Price of one share', 'Target net yield', 'Minimum investment']
    expect(order.slice(0, 4)).toEqual(['Marina Gate 2, 1904', ...figures])
  })
})
