import { describe, expect, it } from '@jest/globals'
import { parseForm } from './form.js'

describe('parseForm', () => {
  it('reads brackets as objects and numbered levels as lists', () => {
    const form = parseForm(
      'mode=payment&line_items[0][price_data][currency]=aed&line_items[0][quantity]=2&line_items[1][quantity]=1&metadata[a]=1',
    )
    expect(form).toEqual({
      mode: 'payment',
      line_items: [{ price_data: { currency: 'aed' }, quantity: '2' }, { quantity: '1' }],
      metadata: { a: '1' },
    })
  })

  it('appends under empty brackets and decodes percent signs and pluses', () => {
    expect(parseForm('expand[]=a&expand[]=b.c&name=Palm+Jumeirah%20%E2%80%93%201')).toEqual({
      expand: ['a', 'b.c'],
      name: 'Palm Jumeirah – 1',
    })
    expect(parseForm('line_items%5B0%5D%5Bquantity%5D=3')).toEqual({ line_items: [{ quantity: '3' }] })
  })

  it('refuses a key that reaches for a prototype and one that is nested without end', () => {
    expect(() => parseForm('a[__proto__][x]=1')).toThrow(TypeError)
    expect(() => parseForm(`a${'[b]'.repeat(9)}=1`)).toThrow(TypeError)
  })
})
