import { describe, expect, it } from '@jest/globals'
import { aProperty } from '../../test/property.js'
import { placesOf } from './property-labels.js'

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
