import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { addressOf, aReceipt, aToken, aTransfer, hashOf, LOCAL_CHAIN, POLYGON, PROPERTY } from '../../../test/token.js'
import TransactionPage from './transaction-page.js'

const transfersOf = `GET /tokens/${PROPERTY.slug}/transfers`

function open(hash: string, pages: { transfers: unknown[]; cursor?: string }[], chain = LOCAL_CHAIN) {
  const api = fakeApi({
    [`GET /tokens/${PROPERTY.slug}`]: () => [200, { success: true, chain, token: aToken() }],
    [transfersOf]: () => {
      const page = pages.shift()
      return page ? [200, { success: true, count: 1, ...page }] : [503, { code: 'UNAVAILABLE', detail: 'No' }]
    },
  })
  const view = renderRoutes({
    at: `/tokenization/${PROPERTY.slug}/transactions/${hash}`,
    api,
    routes: [{ path: '/tokenization/:propertyId/transactions/:hash', Component: TransactionPage }],
  })
  return { ...view, searched: () => api.calls.filter(({ call }) => call === transfersOf).length }
}
const text = () => document.body.textContent ?? ''
const other = { transfers: [aTransfer({ receipt: aReceipt('0') })], cursor: 'next' }

beforeEach(() => {
  localStorage.clear()
  storeTokens()
})

describe('the page of a transaction', () => {
  it('shows its hash, block and time, and what it did', async () => {
    open(hashOf('a'), [{ transfers: [aTransfer()] }])
    await screen.findByRole('heading', { name: 'What it did' })
    for (const part of [hashOf('a'), '81,204,311', '0xffff…ffff', '23 November 2026, 00:01, Dubai time', 'Local chain'])
      expect(text()).toContain(part)
    expect(screen.getAllByRole('row')[1]!.textContent).toContain('Issued')
    expect(text()).toContain('This blockchain has no public explorer')
  })

  it('links to the explorer of a public chain', async () => {
    open(hashOf('a'), [{ transfers: [aTransfer()] }], POLYGON)
    const link = await screen.findByRole('link', { name: 'View in the block explorer' })
    expect(link.getAttribute('href')).toBe(`https://polygonscan.com/tx/${hashOf('a')}`)
  })

  it('shows the deployment without searching the transfers', async () => {
    const { searched } = open(hashOf('d'), [])
    await screen.findByText('It deployed the token’s contract.')
    expect(searched()).toBe(0)
  })

  it('is found on a later page, with all its transfers across pages', async () => {
    const second = aTransfer({ to: addressOf('5') })
    const { searched } = open(hashOf('a'), [
      other,
      { transfers: [aTransfer()], cursor: 'next' },
      { transfers: [second], cursor: 'more' },
      { transfers: [aTransfer({ receipt: aReceipt('9') })], cursor: 'more' },
    ])
    await screen.findByText('0x5555…5555')
    expect(screen.getAllByRole('row')).toHaveLength(3)
    expect(searched()).toBe(4)
  })

  it('says that it was not found once all transfers are searched', async () => {
    open(hashOf('e'), [other, { transfers: [aTransfer()] }])
    await screen.findByText('We can’t find this transaction')
    expect(screen.queryByRole('button', { name: 'Search older transfers' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to the token' }).getAttribute('href')).toBe(
      `/tokenization/${PROPERTY.slug}`,
    )
  })

  it('asks after ten pages whether to search further', async () => {
    const { searched } = open(hashOf('a'), [...Array.from({ length: 10 }, () => other), { transfers: [aTransfer()] }])
    const more = await screen.findByRole('button', { name: 'Search older transfers' })
    expect(searched()).toBe(10)
    fireEvent.click(more)
    await screen.findByRole('heading', { name: 'What it did' })
  })

  it('shows an error if a page can’t be loaded, and continues from that page on request', async () => {
    const pages = [other]
    open(hashOf('a'), pages)
    await screen.findByText('We couldn’t load the transfers')
    pages.push({ transfers: [aTransfer()], cursor: '' })
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('heading', { name: 'What it did' })
  })

  it('says that the property has no token', async () => {
    renderRoutes({
      at: '/tokenization/nowhere/transactions/0xab',
      api: fakeApi({}),
      routes: [{ path: '/tokenization/:propertyId/transactions/:hash', Component: TransactionPage }],
    })
    await screen.findByRole('heading', { level: 1, name: 'Token not found' })
  })
})
