import { describe, expect, it } from '@jest/globals'
import { compileMessage } from './compile-message.js'
import { formatMessage } from './format-message.js'
import { LANGUAGES } from './languages.js'

const english = (text: string, values = {}) => formatMessage(compileMessage(text).message, values, LANGUAGES.en.tag)

describe('formatMessage', () => {
  it('fills in values, and omits missing ones', () => {
    expect(english('{shares} of {total} shares', { shares: 3, total: '1,200' })).toBe('3 of 1,200 shares')
    expect(english('Hello {name}!')).toBe('Hello !')
  })

  it('prefers an exact number over the plural form of the language', () => {
    const text = '{count, plural, =0 {No share} one {# share} other {# shares}}'
    expect([0, 1, 2].map((count) => english(text, { count }))).toEqual(['No share', '1 share', '2 shares'])
  })

  it('selects among the six plural forms of Arabic', () => {
    const text = '{n, plural, zero {zero} one {one} two {two} few {few} many {many} other {other}}'
    const { message } = compileMessage(text)
    const forms = [0, 1, 2, 3, 11, 100].map((n) => formatMessage(message, { n }, LANGUAGES.ar.tag))
    expect(forms).toEqual(['zero', 'one', 'two', 'few', 'many', 'other'])
  })

  it('adds thousands separators to the number in a plural', () => {
    expect(english('{count, plural, one {# share} other {# shares}}', { count: 1_234_567 })).toBe('1,234,567 shares')
  })

  it('fills in values inside a plural', () => {
    const text = '{days, plural, one {# day of {name}} other {# days of {name}}}'
    expect(english(text, { days: 2, name: 'A' })).toBe('2 days of A')
  })

  it('keeps apostrophes and quoted braces as text', () => {
    expect(english("You can't write '{name}' # here, {name}", { name: 'A' })).toBe("You can't write {name} # here, A")
  })
})
