/** Letters that Unicode does not decompose, as travel documents and sanction lists write them. */
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
  // Arabic: forms that writers exchange freely, and the Persian and Urdu letters for the same sounds.
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

/** Marks, the Arabic stretching line, direction marks, and apostrophes of every kind, which join what they part. */
const DROPPED = /[\p{M}\u0640\u200b-\u200f\u202a-\u202e\u2066-\u2069'’‘ʼʻʿʾ`´]/gu
const PARTED = /[^\p{L}\p{N}]+/gu

/**
 * The words of a name without case, accents, vowel marks and punctuation, in the order written. Works in any script;
 * Arabic letters that are written in several ways become one. Source: Unicode NFKD.
 */
export function wordsOf(name: string): string[] {
  const bare = name.normalize('NFKD').toLowerCase().replace(DROPPED, '')
  const folded = [...bare].map((letter) => LETTERS[letter] ?? letter).join('')
  return folded.split(PARTED).filter((word) => word !== '')
}

/**
 * The keys under which a name is looked up: its words sorted, so that family name first or last is the same, and its
 * letters without gaps, so that `Abd al-Rahman` and `Abdalrahman` are. A name without letters has none.
 */
export function nameKeys(name: string): string[] {
  const words = wordsOf(name)
  if (words.length === 0) return []
  return [...new Set([words.toSorted().join(' '), words.join('')])]
}

/** True when the name holds a letter of a script other than Latin. */
export const hasOtherScript = (name: string): boolean =>
  [...name].some((letter) => /\p{L}/u.test(letter) && !/\p{Script=Latin}/u.test(letter))
