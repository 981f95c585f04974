import { describe, expect, it } from '@jest/globals'
import { codedText, minorText } from './minor-text.js'

describe('an amount in minor units', () => {
  it.each([
    [203_050, 'aed', '2030.50'],
    [-5, 'aed', '-0.05'],
    [12_345, 'kwd', '12.345'],
    [-1, 'BHD', '-0.001'],
    [7_000, 'omr', '7.000'],
    [5_000, 'jpy', '5000'],
  ])('%i in %s is written as %s', (minor, currency, text) => expect(minorText(minor, currency)).toBe(text))

  it('has the code of its currency before it', () => expect(codedText(12_345, 'kwd')).toBe('KWD 12.345'))
})
