import { describe, expect, it } from '@jest/globals'
import { isPaymentPage } from '../pages/page-address.js'
import { pagePolicy, paymentPolicy } from './security-headers.js'

const directives = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((text) => {
      const [name, ...sources] = text.split(' ')
      return [name, sources]
    }),
  )
const PUBLIC = 'https://hissa.test'
const page = directives(pagePolicy('n', PUBLIC))

describe('the policy of a page', () => {
  it('names no other host and no frame', () => {
    expect(JSON.stringify(page)).not.toMatch(/https?:/)
    expect(page).not.toHaveProperty('frame-src')
    expect(page['default-src']).toEqual(["'none'"])
  })

  it('allows sound only from the page’s own memory', () => expect(page['media-src']).toEqual(['blob:']))

  it('allows Stripe.js, its frames and its API on a payment page, and nothing else', () => {
    const pay = directives(paymentPolicy('n', PUBLIC, 'https://js.stripe.com/endive/stripe.js'))
    expect(pay).toEqual({
      ...page,
      'script-src': [...page['script-src']!, 'https://js.stripe.com', 'https://*.js.stripe.com'],
      'img-src': [...page['img-src']!, 'https://*.stripe.com'],
      'connect-src': [...page['connect-src']!, 'https://api.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    })
  })

  it('allows only the sandbox instead of Stripe, where that serves the script', () => {
    const sandbox = 'http://127.0.0.1:8090'
    const pay = paymentPolicy('n', PUBLIC, `${sandbox}/endive/stripe.js`)
    expect(pay).not.toContain('stripe.com')
    expect(directives(pay)).toMatchObject({
      'script-src': [...page['script-src']!, sandbox],
      'connect-src': [...page['connect-src']!, sandbox],
      'frame-src': [sandbox],
    })
  })
})

describe('isPaymentPage', () => {
  it.each(['/payment/0191b7aa', '/payment/0191b7aa/', '/add-payment-method', '/ar/add-payment-method?session_id=cs_1'])(
    'is true of %s',
    (url) => expect(isPaymentPage(url)).toBe(true),
  )
  it.each(['/', '/payments', '/payment', '/payment-success', '/payment/1/2', '/orders', '/x?y=/payment/1'])(
    'is false of %s',
    (url) => expect(isPaymentPage(url)).toBe(false),
  )
})
