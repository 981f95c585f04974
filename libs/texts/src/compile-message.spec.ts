import { describe, expect, it } from '@jest/globals'
import { compileMessage } from './compile-message.js'

describe('compileMessage', () => {
  it('keeps a message without values as plain text', () => {
    expect(compileMessage('Sign in')).toEqual({ message: 'Sign in', values: [], plurals: [] })
    expect(compileMessage('')).toEqual({ message: '', values: [], plurals: [] })
  })

  it('returns the values of a message, also those inside a plural, and the forms that a plural has', () => {
    const { values, plurals } = compileMessage('{a} {n, plural, =0 {none} one {# of {b}} other {# of {b}}} {a}')
    expect(values).toEqual(['a', 'n', 'b'])
    expect(plurals).toEqual([{ name: 'n', forms: ['=0', 'one', 'other'] }])
  })

  it.each([
    ['a brace that is not closed', 'Hello {name'],
    ['a choice', '{gender, select, male {he} other {they}}'],
    ['an ordinal', '{n, selectordinal, one {#st} other {#th}}'],
    ['a format', '{n, number}'],
    ['an offset', '{n, plural, offset:1 one {one} other {# others}}'],
    ['a plural without the form "other"', '{n, plural, one {one}}'],
    ['an unknown form', '{n, plural, single {one} other {#}}'],
    ['a quoted # alone', "{n, plural, one {{a}'#'{a}} other {#}}"],
  ])('rejects %s', (_, text) => {
    expect(() => compileMessage(text)).toThrow(Error)
  })

  it('rejects a plural form that the language does not have', () => {
    const text = '{n, plural, zero {none} one {one} other {#}}'
    expect(() => compileMessage(text)).not.toThrow()
    expect(() => compileMessage(text, ['one', 'other'])).toThrow('zero')
  })
})
