import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { Address, ProfileForm } from './identity/index.js'
import { cleanName } from './names.js'

describe('cleanName', () => {
  it.each([
    ['keeps letters, marks and punctuation', 'José O’Neill-Ñandú', 'José O’Neill-Ñandú'],
    ['keeps Arabic with its vowel marks', 'فَاطِمَة المنصوري', 'فَاطِمَة المنصوري'],
    ['keeps joiners in Persian', 'علی\u200cرضا', 'علی\u200cرضا'],
    ['keeps joiners in Malayalam', 'ക്\u200dഷ', 'ക്\u200dഷ'],
    ['drops a joiner between Latin letters', 'Fati\u200cma\u200d', 'Fatima'],
    ['drops a leading or trailing joiner', '\u200dعلی\u200c', 'علی'],
    ['drops consecutive joiners', 'علی\u200c\u200cرضا', 'علیرضا'],
    ['drops directional overrides and isolates', '\u202eitnom\u202c \u2066Saif\u2069', 'itnom Saif'],
    ['drops direction marks', 'Fatima\u200f\u200e\u061c Saif', 'Fatima Saif'],
    ['drops zero-width spaces, soft hyphens and byte order marks', 'F\u200ba\u00adt\ufeffima\u2060', 'Fatima'],
    ['drops tags and fillers', 'Fatima\u{e0041}\u3164', 'Fatima'],
    [
      'replaces control characters and line ends with spaces',
      'Fatima\r\n\u0000Saif\u0085Ali\u2028Ben',
      'Fatima Saif Ali Ben',
    ],
    ['drops a lone surrogate', 'Fatima\ud800', 'Fatima'],
    ['collapses and trims spaces', '  Fatima \u00a0 Saif ', 'Fatima Saif'],
    ['returns an empty string if no character is visible', '\u202e\u200b\u0007', ''],
  ])('%s', (_, entered, kept) => expect(cleanName(entered)).toBe(kept))

  it('returns cleaned names unchanged, and removes everything that redirects or hides text', () => {
    const character = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u202e', '\u200c', 'ع', '\u0000', ' '))
    fc.assert(
      fc.property(fc.array(character), (parts) => {
        const name = cleanName(parts.join(''))
        expect(cleanName(name)).toBe(name)
        expect(name).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/u)
      }),
    )
  })

  it('is applied to each line of an address, before its length is checked', () => {
    const line = '\u202eitnom\u202c 1,\u200b Sample\u0000Tower'
    const lines = ['line1', 'line2', 'city', 'region', 'postalCode'] as const
    for (const name of lines) {
      const shape = Address.shape[name]
      expect([name, z.safeParse(shape, line).data]).toEqual([
        name,
        name === 'postalCode' ? undefined : 'itnom 1, Sample Tower',
      ])
      expect([name, z.safeParse(shape, `${'\u200b'.repeat(300)}12\u202e3`).data]).toEqual([name, '123'])
    }
    for (const name of ['line1', 'city'] as const)
      expect(z.safeParse(Address.shape[name], '\u202e').success).toBe(false)
  })

  it('is applied to the profile before its length is checked', () => {
    const fullName = ProfileForm.shape.fullName
    expect(z.safeParse(fullName, '\u202eFatima\u0000Saif')).toMatchObject({ data: 'Fatima Saif' })
    expect(z.safeParse(fullName, '\u202e\u200b').success).toBe(false)
    expect(z.safeParse(fullName, `${'\u200b'.repeat(300)}Fatima`).success).toBe(true)
  })
})
