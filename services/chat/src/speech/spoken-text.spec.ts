import { describe, expect, it } from '@jest/globals'
import { isSpeakable, spokenText } from './spoken-text.js'

describe('spokenText', () => {
  it.each([
    ['one line', 'One.\r\n\tTwo.\u2028Three.', 'One. Two. Three.'],
    ['the commands of the program, which begin with a control character', 'a\u0001+20Vb\u0000c\u009bd', 'a +20Vb c d'],
    ['phonemes and markup', '[[h@l@U]] <audio src="/etc/passwd"/> yes', 'h@l@U audio src="/etc/passwd"/ yes'],
    ['marks of direction and soft hyphens', '\u2066AED 4,000\u2069 in\u00advest', 'AED 4,000 invest'],
    ['half of a pair', 'a\ud800b', 'a b'],
    ['words that would overflow a buffer', 'W.'.repeat(30), `${'W.'.repeat(20)} ${'W.'.repeat(10)}`],
    ['Arabic as it is', 'يمكنك إلغاء الطلب خلال 48 ساعة.', 'يمكنك إلغاء الطلب خلال 48 ساعة.'],
  ])('returns %s', (_name, text, spoken) => expect(spokenText(text)).toBe(spoken))
})

it.each([
  ['a', true],
  ['٤', true],
  ['!?', false],
  ['[<>]', false],
])('isSpeakable %s: %s', (text, expected) => expect(isSpeakable(spokenText(text))).toBe(expected))
