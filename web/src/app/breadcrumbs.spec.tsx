import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { fakeApi, renderRoutes } from '../../test/render.js'
import { hashOf, PROPERTY } from '../../test/token.js'
import { Breadcrumbs } from './breadcrumbs.js'

const open = (at: string) =>
  renderRoutes({
    at,
    api: fakeApi({ [`GET /properties/${PROPERTY.slug}`]: () => [200, { success: true, property: PROPERTY }] }),
    routes: [{ path: '*', Component: Breadcrumbs }],
  })
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

describe('the breadcrumbs of a transaction', () => {
  it('lead to the tokens and to the property’s token, and don’t show the hash', async () => {
    open(`/tokenization/${PROPERTY.slug}/transactions/${hashOf('a')}`)
    await screen.findByRole('link', { name: PROPERTY.title })
    expect(links()).toEqual(['/', '/tokenization', `/tokenization/${PROPERTY.slug}`])
    expect(document.querySelector('[aria-current=page]')!.textContent).toBe('Transaction')
  })
})
