import { describe, expect, it } from '@jest/globals'
import { isFromOwnPage } from './own-page.js'

const host = '192.0.2.7:8025'

describe('isFromOwnPage', () => {
  it.each([
    ['a page of this server', { 'sec-fetch-site': 'same-origin', origin: `http://${host}` }, true],
    ['the address bar', { 'sec-fetch-site': 'none' }, true],
    ['a page of another server', { 'sec-fetch-site': 'cross-site' }, false],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }, false],
    ['a program', {}, true],
    // Browsers don't say what kind of page it is over plain HTTP beyond this machine, but whose it is.
    ['a page of this server over plain HTTP', { origin: `http://${host}` }, true],
    ['a page of another server over plain HTTP', { origin: 'http://attacker.test' }, false],
    ['a page of another port over plain HTTP', { origin: 'http://192.0.2.7:8090' }, false],
    ['a page without an origin over plain HTTP', { origin: 'null' }, false],
  ])('decides whether a form is from %s', (_, headers, isOwn) => {
    expect(isFromOwnPage({ headers: { host, ...headers } })).toBe(isOwn)
  })
})
