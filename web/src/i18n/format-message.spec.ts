import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMessage, LANGUAGE_CODES, LANGUAGES } from '@hissa/texts'
import { compileMessage } from '@hissa/texts/compile'
import { readPromises, withPromises } from '@hissa/texts/promises'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { setupI18n } from '@lingui/core'
import { compileMessage as compileByLibrary } from '@lingui/message-utils/compileMessage'
import type { AppLocale } from '../lib/locale.js'

/** Returns every message of a language, by id. */
function messagesOf(locale: AppLocale): Record<string, string> {
  const folder = join(import.meta.dirname, locale)
  const promises = readPromises(locale)
  const files = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>,
  )
  return Object.fromEntries(
    files.flatMap((texts) => Object.entries(texts).map(([id, text]) => [id, withPromises(text, promises)])),
  )
}

describe('formatMessage', () => {
  afterEach(() => void jest.restoreAllMocks())

  it.each(LANGUAGE_CODES)('formats messages exactly as the library does, in %s', (locale) => {
    const { tag } = LANGUAGES[locale]
    const library = setupI18n()
    library.setMessagesCompiler(compileByLibrary)
    library.loadAndActivate({ locale, locales: [tag], messages: messagesOf(locale) })
    for (const [id, text] of Object.entries(messagesOf(locale))) {
      const { message, values: names } = compileMessage(text)
      for (const count of [0, 1, 2, 3, 11, 100, 1_000, 25_000]) {
        const values = Object.fromEntries(names.map((name) => [name, count]))
        expect([id, formatMessage(message, values, tag)]).toEqual([id, library._(id, values)])
      }
    }
  })

  it('creates no number format, which is slow', async () => {
    // The library caches its formats in its module, so the module is loaded again.
    jest.resetModules()
    const { i18n } = (await import('./i18n.js')).createLanguage()
    const create = jest.spyOn(Intl, 'NumberFormat')
    const messages = { shares: compileMessage('{count, plural, one {# share} other {# shares}}').message as string }
    i18n.loadAndActivate({ locale: 'en', locales: LANGUAGES.en.tag, messages })
    expect(i18n._('shares', { count: 1_200 })).toBe('1,200 shares')
    expect(create).not.toHaveBeenCalled()
  })
})
