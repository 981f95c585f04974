import { describe, expect, it } from '@jest/globals'
import { pageAddress } from './page-address.js'

describe('the address that a page is rendered from', () => {
  it.each([
    '/properties?minYield=6&price=-500000',
    '/ar/properties?compare=a%2Cb&maxMinimum=2000',
    '/properties/compare?ids=a%2Cb',
    '/properties/marina?amount=3000',
  ])('keeps the parameters of %s', (url) => {
    expect(pageAddress(url)).toEqual({ url, key: `page:${url}` })
  })

  it.each([
    '/ar/staff/finance?order=HS-1&tab=orders',
    '/ar/staff/shareholders?user=u1',
    '/ar/mae-knowledgebase-admin?tab=gaps',
  ])('keeps the parameters of %s, which redirects to the address without a language, and renders it once', (url) =>
    expect(pageAddress(url)).toEqual({ url, key: `page:${url.split('?')[0]}` }),
  )

  it('leaves out others, so that they do not make another page', () => {
    expect(pageAddress('/properties/compare?utm=x&amount=5').key).toBe('page:/properties/compare')
    expect(pageAddress('/properties?ids=a&q=b').url).toBe('/properties?q=b')
  })
})
