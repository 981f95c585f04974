import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contentIn, LANGUAGE_CODES, languageFor } from './languages.js'
import { readTexts } from './server.js'

interface English {
  'test.hello': string
  'test.days': string
}

describe('readTexts', () => {
  let dir: string
  const folder = () => pathToFileURL(`${dir}/`)
  const write = (area: string, texts: object) =>
    LANGUAGE_CODES.forEach((language) => writeFileSync(join(dir, language, `${area}.json`), JSON.stringify(texts)))

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'hissa-texts-'))
    for (const language of LANGUAGE_CODES) mkdirSync(join(dir, language))
    write('test', { 'test.hello': 'Hello {name}', 'test.days': '{n, plural, one {# day} other {# days}}' })
    writeFileSync(join(dir, 'ar/test.json'), JSON.stringify({ 'test.hello': 'مرحبًا {name}', 'test.days': '{n}' }))
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  it('returns the texts of each language, and the ids in order', () => {
    const texts = readTexts<English>(folder(), 'test')
    expect(texts('en')('test.hello', { name: 'Aisha' })).toBe('Hello Aisha')
    expect(texts('ar')('test.hello', { name: 'عائشة' })).toBe('مرحبًا عائشة')
    expect([1, 2].map((n) => texts('en')('test.days', { n }))).toEqual(['1 day', '2 days'])
    expect(texts.ids).toEqual(['test.hello', 'test.days'])
  })

  it('rejects an id that does not exist, and a text without one of its values', () => {
    const texts = readTexts<English>(folder(), 'test')
    // @ts-expect-error: no such id
    expect(() => texts('en')('test.goodbye')).toThrow('there is no text "test.goodbye"')
    expect(() => texts('en')('test.hello')).toThrow('the text "test.hello" lacks name')
  })

  it('names a file that is missing and a message that is not valid', () => {
    expect(() => readTexts(folder(), 'other')).toThrow('other.json')
    write('broken', { 'broken.text': 'Hello {name' })
    expect(() => readTexts(folder(), 'broken')).toThrow(/en\/broken\.json: "broken\.text" is not a valid message/)
  })
})

describe('languageFor', () => {
  it('returns the language of the reader, or English if texts are not written in it', () => {
    expect(['en', 'ar', 'fr', 'es', 'de', 'xx', '', null, undefined].map(languageFor)).toEqual([
      ...['en', 'ar', 'fr', 'es', 'en', 'en', 'en', 'en', 'en'],
    ])
  })
})

describe('contentIn', () => {
  it('returns the content in the language, or in English', () => {
    expect(contentIn({ en: 'Villa', ar: 'فيلا' }, 'ar')).toBe('فيلا')
    expect(contentIn({ en: 'Villa' }, 'ar')).toBe('Villa')
  })
})
