import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { aProperty } from '../../../test/property.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { addressOf, anAwaitingToken, aToken, POLYGON, PROPERTY } from '../../../test/token.js'
import { TokenFacts } from './token-facts.js'

const GET = `GET /tokens/${PROPERTY.slug}`
const open = (answer: () => [number, unknown]) =>
  renderRoutes({
    api: fakeApi({ [GET]: answer }),
    routes: [{ path: '/', element: <TokenFacts property={aProperty()} /> }],
  })
const text = () => document.body.textContent ?? ''

beforeEach(() => localStorage.clear())

describe('the token on the page of a property', () => {
  it('shows its state, issued shares, contract and chain', async () => {
    open(() => [200, { success: true, chain: POLYGON, token: aToken() }])
    await screen.findByText('Live')
    for (const part of ['6,510 of 10,500', 'Polygon']) expect(text()).toContain(part)
    expect(screen.getByRole('link', { name: /0x1111…1111/ }).getAttribute('href')).toBe(
      `https://polygonscan.com/address/${addressOf('1')}`,
    )
  })

  it('says that no contract is deployed before the title deed is on file', async () => {
    open(() => [200, { success: true, chain: POLYGON, token: anAwaitingToken() }])
    await screen.findByText('Awaiting title deed')
    expect(text()).toContain('Not deployed yet')
  })

  it('links to the token, and tells visitors that they need to sign in', async () => {
    const answer = (): [number, unknown] => [200, { success: true, chain: POLYGON, token: aToken() }]
    const { unmount } = open(answer)
    const link = await screen.findByRole('link', { name: 'View the token' })
    expect(link.getAttribute('href')).toBe(`/tokenization/${PROPERTY.slug}`)
    await screen.findByText('You need to sign in first.')
    unmount()
    storeTokens()
    open(answer)
    await screen.findByText('Live')
    expect(text()).not.toContain('You need to sign in first.')
  })

  it('stays with its link if the details can’t be loaded, and loads them again on request', async () => {
    let isDown = true
    open(() =>
      isDown ? [503, { code: 'UNAVAILABLE', detail: 'No' }] : [200, { success: true, chain: POLYGON, token: aToken() }],
    )
    await screen.findByText(/We couldn’t load the token details/)
    expect(screen.getByRole('link', { name: 'View the token' })).toBeTruthy()
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByText('Live')
  })

  it('is left out of the page of a property without a token', async () => {
    open(() => [404, { code: 'NOT_FOUND', detail: 'No token' }])
    await waitFor(() => expect(text()).toBe(''))
  })
})
