import { describe, expect, it } from '@jest/globals'
import { shortName } from './short-name.js'

describe('shortName', () => {
  it.each([
    ['Amal Al Suwaidi', 'Amal S.'],
    ['  jean   d’arc ', 'jean D.'],
    ['Amal', 'Amal'],
    ['أمل السويدي', 'أمل ا.'],
    ['Ana \u{1F600}x', 'Ana \u{1F600}.'],
    ['', ''],
  ])('shortens "%s" to "%s"', (name, short) => {
    expect(shortName(name)).toBe(short)
  })
})
