import { describe, expect, it } from '@jest/globals'
import { aProperty } from '../../test/property.js'
import { jurisdictionOf, placesOf } from './property-labels.js'

describe('placesOf', () => {
  it('returns names in the user’s language', () => {
    expect(placesOf(aProperty(), 'en')).toEqual({ near: 'Dubai Marina', city: 'Dubai' })
    expect(placesOf(aProperty(), 'ar')).toEqual({ near: 'مرسى دبي', city: 'دبي' })
  })

  it('keeps the record’s original where there is no translation', () => {
    const { translations, ...rest } = aProperty()
    const without = { ...rest, translations: { ar: { ...translations.ar, district: null, city: null } } }
    expect(placesOf(without, 'ar')).toEqual({ near: 'Dubai Marina', city: 'Dubai' })
  })
})

describe('jurisdictionOf', () => {
  it.each([
    ['Abu Dhabi Global Market', 'property.jurisdiction.adgm'],
    ['Dubai International Financial Centre', 'property.jurisdiction.difc'],
  ] as const)('returns a message id for %s', (name, id) => expect(jurisdictionOf(name)).toBe(id))

  it.each(['Jersey', 'constructor'])('returns null for %s, which has no translation', (name) =>
    expect(jurisdictionOf(name)).toBeNull(),
  )
})
