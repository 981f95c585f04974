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

  it('uses the last value of a repeated key', () => {
    expect(parseForm('amount=1&amount=2')).toEqual({ amount: '2' })
  })

  it.each(['a[__proto__][x]=1', '__proto__[x]=1', 'constructor[prototype][x]=1', 'a%5B__proto__%5D=1', '__proto__=1'])(
    'refuses a key that reaches for a prototype: %s',
    (text) => {
      expect(() => parseForm(text)).toThrow(TypeError)
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    },
  )

  it('keeps names of an object’s own methods as data', () => {
    const { metadata } = parseForm('metadata[toString]=a&metadata[hasOwnProperty]=b')
    expect(Object.entries(metadata!)).toEqual([
      ['toString', 'a'],
      ['hasOwnProperty', 'b'],
    ])
  })

  it.each([
    ['a key nested without end', `a${'[b]'.repeat(8)}=1`],
    ['a list index beyond 100', 'a[4000000000]=1'],
    ['a list without end', 'a[]=1&'.repeat(101)],
    ['parameters without end', Array.from({ length: 1_001 }, (_, index) => `k${index}=1`).join('&')],
  ])('refuses %s', (_, text) => {
    expect(() => parseForm(text)).toThrow(RangeError)
  })

  it('accepts input at its limits', () => {
    expect(parseForm(`a${'[b]'.repeat(7)}=1`)).toHaveProperty(`a${'.b'.repeat(7)}`, '1')
    expect(parseForm('a[]=1&'.repeat(100))['a']).toHaveLength(100)
    const many = Array.from({ length: 1_000 }, (_, index) => `k${index}=1`).join('&')
    expect(Object.keys(parseForm(many))).toHaveLength(1_000)
  })
})
