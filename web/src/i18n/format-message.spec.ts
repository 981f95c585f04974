import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { INTL_TAGS, LOCALES, type AppLocale } from '../lib/locale.js'
import { formatMessage, type Message } from './format-message.js'

const compiled = (text: string) => compileMessage(text) as Message
const english = (text: string, values = {}) => formatMessage(compiled(text), values, INTL_TAGS.en)

/** Every message of a language, by id. */
const messagesOf = (locale: AppLocale) =>
  Object.assign(
    {},
    ...readdirSync(join(import.meta.dirname, locale)).map((name) =>
      JSON.parse(readFileSync(join(import.meta.dirname, locale, name), 'utf8')),
    ),
  ) as Record<string, string>

describe('formatMessage', () => {
  afterEach(() => void jest.restoreAllMocks())

  it('fills in values, and leaves out those it is not given', () => {
    expect(english('{shares} of {total} shares', { shares: 3, total: '1,200' })).toBe('3 of 1,200 shares')
    expect(english('Hello {name}!')).toBe('Hello !')
  })

  it('prefers an exact number over the plural form of the language', () => {
    const text = '{count, plural, =0 {No share} one {# share} other {# shares}}'
    expect([0, 1, 2].map((count) => english(text, { count }))).toEqual(['No share', '1 share', '2 shares'])
  })

  it('parts the thousands of the number in a plural', () => {
    expect(english('{count, plural, one {# share} other {# shares}}', { count: 1_234_567 })).toBe('1,234,567 shares')
  })

  it('fills in values inside a plural', () => {
    expect(english('{days, plural, one {# day of {name}} other {# days of {name}}}', { days: 2, name: 'A' })).toBe(
      '2 days of A',
    )
  })

  it.each(LOCALES)('gives the text that the library gives, for every message in %s', (locale) => {
    const library = setupI18n()
    library.setMessagesCompiler(compileMessage)
    library.loadAndActivate({ locale, locales: [INTL_TAGS[locale]], messages: messagesOf(locale) })
    for (const [id, text] of Object.entries(messagesOf(locale))) {
      const names = [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]!)
      for (const count of [0, 1, 2, 3, 11, 100, 1_000, 25_000]) {
        const values = Object.fromEntries(names.map((name) => [name, count]))
        expect([id, formatMessage(compiled(text), values, INTL_TAGS[locale])]).toEqual([id, library._(id, values)])
      }
    }
  })

  it('creates no number format, which is slow to create', async () => {
    // The library keeps its formats in its module: a fresh one has none.
    jest.resetModules()
    const { i18n } = (await import('./i18n.js')).createLanguage()
    const create = jest.spyOn(Intl, 'NumberFormat')
    const messages = { shares: compileMessage('{count, plural, one {# share} other {# shares}}') }
    i18n.loadAndActivate({ locale: 'en', locales: [INTL_TAGS.en], messages })
    expect(i18n._('shares', { count: 1_200 })).toBe('1,200 shares')
    expect(create).not.toHaveBeenCalled()
  })
})
