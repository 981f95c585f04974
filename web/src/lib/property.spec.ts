import { describe, expect, it } from '@jest/globals'
import { aProperty } from '../../test/property.js'
import { jurisdictionOf, placesOf } from './property-labels.js'

describe('where a property stands', () => {
  it('is named in the reader’s language', () => {
    expect(placesOf(aProperty(), 'en')).toEqual({ near: 'Dubai Marina', city: 'Dubai' })
    expect(placesOf(aProperty(), 'ar')).toEqual({ near: 'مرسى دبي', city: 'دبي' })
  })

  it('keeps the record’s own word where there is no translation', () => {
    const { translations, ...rest } = aProperty()
    const without = { ...rest, translations: { ar: { ...translations.ar, district: null, city: null } } }
    expect(placesOf(without, 'ar')).toEqual({ near: 'Dubai Marina', city: 'Dubai' })
  })
})

describe('where a property’s company is registered', () => {
  it.each([
    ['Abu Dhabi Global Market', 'property.jurisdiction.adgm'],
    ['Dubai International Financial Centre', 'property.jurisdiction.difc'],
  ] as const)('has a name in each language: %s', (name, id) => expect(jurisdictionOf(name)).toBe(id))

  it.each(['Jersey', 'constructor'])('stands as it is written where it has none: %s', (name) =>
    expect(jurisdictionOf(name)).toBeNull(),
  )
})
