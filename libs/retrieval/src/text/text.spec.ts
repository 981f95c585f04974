import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { analyse, wordsOf } from './analyse.js'
import { detectLanguage, normaliseText } from './normalise.js'
import { editDistance, Vocabulary } from './spelling.js'
import { stemArabic } from './stem-arabic.js'

const stems = (text: string) => analyse(text).map(({ stem }) => stem)

describe('normaliseText', () => {
  it.each([
    ['ＦＥＥ\u200b ﬁne', 'fee fine'],
    ['مُحَفَظَة', 'محفظه'],
    ['الـــرســوم', 'الرسوم'],
    ['أإآٱ', 'اااا'],
    ['مستشفى', 'مستشفي'],
    ['٢٠٠٠ ۴۸', '2000 48'],
    ['صوتاً', 'صوت'],
    ['ﻋﻘﺎﺭ', 'عقار'],
    ['Café', 'cafe'],
  ])('spells %p as %p', (text, normal) => expect(normaliseText(text)).toBe(normal))

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => normaliseText(normaliseText(text)) === normaliseText(text),
      ),
    )
  })
})

describe('wordsOf', () => {
  it.each([
    ['AED 2,000, don’t wait; the bank’s 1.5%', ['aed', '2000', 'dont', 'wait', 'the', 'bank', '1.5', '%']],
    ['see https://example.com/fees now', ['see', 'now']],
    ['١٬٠٠٠ درهم', ['1000', 'درهم']],
  ])('splits %p', (text, words) => expect(wordsOf(text)).toEqual(words))
})

describe('stems', () => {
  it.each([
    ['investing invests invested', 1],
    ['bought buys buying', 1],
    ['refund refunds refunded', 1],
    ['الرسوم ورسوم رسم', 1],
    ['محفظتي المحفظة للمحفظة محافظ', 1],
    ['حصة الحصص حصصي', 1],
    ['الوثيقة وثيقة', 1],
    ['share shoe', 2],
    ['عقار قرار', 2],
  ])('reduces %p to %d', (text, count) => expect(new Set(stems(text)).size).toBe(count))

  it('leaves at least two characters of an Arabic word', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ابتوليهنكمفس'), minLength: 2, maxLength: 12 })
    fc.assert(fc.property(letters, (word) => stemArabic(word).length >= 2))
  })
})

describe('detectLanguage', () => {
  it.each([
    ['رسوم platform', 'en'],
    ['ما هي رسوم المنصة KYC', 'ar'],
    ['2000?', 'en'],
  ] as const)('reads %p as %p', (text, language) => expect(detectLanguage(text)).toBe(language))
})

describe('editDistance', () => {
  it.each([
    ['refund', 'refnud', 1],
    ['wallet', 'walet', 1],
    ['token', 'tokens', 1],
    ['deed', 'deeds', 1],
    ['kitten', 'sitting', 3],
  ])('of %p and %p is %d', (a, b, edits) => {
    expect(editDistance(a, b, 5)).toBe(edits)
    expect(editDistance(b, a, edits - 1)).toBe(edits)
  })
})

describe('Vocabulary', () => {
  it('returns the nearest word, the more frequent of equally near ones, and none for short words', () => {
    const vocabulary = new Vocabulary()
    for (const word of ['refund', 'refunds', 'wallet', 'ballet', 'fee']) vocabulary.add(word)
    const nearest = (word: string) => vocabulary.nearest(word, (known) => (known === 'wallet' ? 2 : 1))
    expect(nearest('refnd')).toEqual({ word: 'refund', edits: 1 })
    expect(nearest('pallet')).toEqual({ word: 'wallet', edits: 1 })
    expect(nearest('fe')).toBeUndefined()
    expect(nearest('elephant')).toBeUndefined()
    vocabulary.remove('wallet')
    expect(nearest('pallet')?.word).toBe('ballet')
  })
})
