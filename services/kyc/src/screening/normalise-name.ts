/** Transliterations of characters that Unicode doesn't decompose, as in travel documents and sanctions lists. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ə: 'a',
  // Arabic characters that are used interchangeably, and the corresponding Persian and Urdu ones.
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ة: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ک: 'ك',
  ٱ: 'ا',
  ء: '',
}

/** Characters removed without a space: combining marks, the Arabic tatweel, direction marks and apostrophes. */
const REMOVED = /[\p{M}\u0640\u200b-\u200f\u202a-\u202e\u2066-\u2069'’‘ʼʻʿʾ`´]/gu
const SEPARATORS = /[^\p{L}\p{N}]+/gu

/**
 * Returns the words of a name, in order, without case, accents, vowel marks and punctuation. Works for any script;
 * variants of Arabic characters are folded. Source: Unicode NFKD.
 */
export function wordsOf(name: string): string[] {
  const bare = name.normalize('NFKD').toLowerCase().replace(REMOVED, '')
  const folded = [...bare].map((letter) => LETTERS[letter] ?? letter).join('')
  return folded.split(SEPARATORS).filter((word) => word !== '')
}

/**
 * Returns the lookup keys of a name: its sorted words, so that the order of names doesn't matter, and its letters
 * without spaces, so that `Abd al-Rahman` matches `Abdalrahman`. A name without words has no keys.
 */
export function nameKeys(name: string): string[] {
  const words = wordsOf(name)
  if (words.length === 0) return []
  return [...new Set([words.toSorted().join(' '), words.join('')])]
}

/** Returns whether the name contains a letter of a script other than Latin. */
export const hasOtherScript = (name: string): boolean =>
  [...name].some((letter) => /\p{L}/u.test(letter) && !/\p{Script=Latin}/u.test(letter))
