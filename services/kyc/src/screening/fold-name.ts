import { isWithinOneEdit } from './near-words.js'

/**
 * Names are spelt in many ways when Arabic is written in Latin script: `Muhammad` and `Mohamed`, `Abd al-Latif` and
 * `Abdullatif`. Folding gives all usual spellings of a name the same words, and words of other languages stay distinct.
 */

/** Abbreviations of a name, which no rule could lead to it. */
const ABBREVIATIONS = new Map(['md', 'mhd', 'mohd', 'muhd'].map((short) => [short, 'muhammad']))

/** Words between names, which documents state or leave out: son of, daughter of, the. */
const PARTICLES = new Set(['bin', 'ben', 'ibn', 'bint', 'binti', 'بن', 'ابن', 'بنت'])

/** The article before a sun letter takes its sound: `ar-Rahman`, `ash-Shaykh`. */
const ARTICLE = /^(?:[aeiuo]?l|[aeiu]([rsdntz])|[aeiu](?:sh|dh|th))$/
/** `Abd` (servant of) written as one word with the article and the name that follows. */
const ABD_WITH_NAME = /^abd(?:[aeiou](?:l(?=..)|([rsdntz])(?=\1)|(sh|dh|th)(?=\2))?)?(.{2,})$/
const ABD = /^abd(?:[aeiou](?:[lrsdntz]|sh|dh|th)?)?$/
/** Written in one word with `Abd`, it loses its article. */
const ALLAH = /^[aeu]ll?ah?$/
/** The article written as one word with the name: `Alkhalili`, `Arrahman`. */
const ARTICLE_WITH_NAME = /^(?:[ae]l|a([rsdntz])(?=\1))(?=.{4,})/
/** `al-Din` at the end: `Noureddine`, `Nasruddin`. */
const DIN = /^(.{2,}?)(?:[aeiou]{1,2}[dl]?)?d(?:i|ee|ie|y)ne?$/

/**
 * Sounds with several spellings, in the order in which they are replaced. Characters that usual transliterations exchange
 * become one; what is left (Khaled and Khalid, Gamal and Jamal) is one character apart.
 */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/(.)\1{2,}/g, '$1$1'],
  [/yy/g, 'y'],
  [/kh/g, 'x'],
  [/sch|sh|ch/g, 'ş'],
  [/gh/g, 'g'],
  [/dh/g, 'd'],
  [/th/g, 't'],
  [/ph/g, 'f'],
  [/dj/g, 'j'],
  [/ck|c|q/g, 'k'],
  [/^ou(?=[aeiou])/g, 'v'],
  [/(?<=[aeou])i+y*(?=[aeiou])/g, 'y'],
  [/ee|ie(?=.)|iy+|ii/g, 'i'],
  [/oo|ou/g, 'u'],
  [/aw?[ou]|aw(?![aeiou])|ew(?![aeiou])/g, 'u'],
  [/[ae][iy](?![aeiou])/g, 'i'],
  [/y(?![aeiou])|(?<=[^aeiou])y$/g, 'i'],
  [/w/g, 'v'],
  [/o/g, 'u'],
  [/(?<=a)h$/g, ''],
  [/(?<=n)e$/g, ''],
  [/(.)\1+/g, '$1'],
]

/** Returns a Latin word by its sound; characters of other scripts are unchanged. */
const soundOf = (word: string): string =>
  SOUNDS.reduce((spelling, [sound, letter]) => spelling.replace(sound, letter), ABBREVIATIONS.get(word) ?? word)

const ARABIC_ARTICLE = /^ال(?=..)/
/** `Abd` and the article in one word. */
const ARABIC_ABD = /^عبد(?=ال..)/

const PARTS_OF_NAMES = ['abd', 'عبد', 'din', 'دين']

/** Returns whether a folded word is a whole name, unlike `abd` (servant of) and `din` (of the faith). */
export const isName = (word: string): boolean => !PARTS_OF_NAMES.includes(word)

/**
 * Returns the words of a name in folded form: by their sound, without articles and particles, and with `Abd` and `Din`
 * apart from the name. `words` are those of `wordsOf`.
 */
export function foldName(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1]
    if (next !== undefined && (isArticle(word, next) || PARTICLES.has(word))) return []
    return /^[a-z]/.test(word) ? foldLatin(word) : foldArabic(word)
  })
}

const isArticle = (word: string, next: string): boolean =>
  word === 'ال' || (ARTICLE.test(word) && (word.endsWith('l') || next.startsWith(word.slice(1))))

function foldLatin(word: string): string[] {
  if (ABD.test(word)) return ['abd']
  if (ALLAH.test(word)) return ['la']
  const servant = ABD_WITH_NAME.exec(word)
  if (servant) return ['abd', soundOf(servant[3]!)]
  const bare = word.replace(ARTICLE_WITH_NAME, '')
  const din = DIN.exec(bare)
  return din ? [soundOf(din[1]!), 'din'] : [soundOf(bare)]
}

function foldArabic(word: string): string[] {
  const name = word.replace(ARABIC_ABD, '')
  const bare = name.replace(ARABIC_ARTICLE, '')
  return name === word ? [bare] : ['عبد', bare]
}

/** Shorter words are different names if they differ in one character: `Ali` and `Adi`. */
const SHORTEST_TO_DIFFER = 4

/** Returns whether two folded words are the same name. */
export const isSameSound = (one: string, other: string): boolean =>
  one === other ||
  (one.length >= SHORTEST_TO_DIFFER && other.length >= SHORTEST_TO_DIFFER && isWithinOneEdit(one, other))

/** The Latin characters of Arabic ones, as folded words have them. Alef and ain begin a word like a vowel. */
const ARABIC_SOUNDS: Record<string, string> = {
  ...{ ا: 'a', ع: 'a', ب: 'b', پ: 'b', ت: 't', ث: 't', ط: 't', ج: 'j', چ: 'j', ح: 'h', ه: 'h', خ: 'x', د: 'd' },
  ...{ ذ: 'd', ض: 'd', ر: 'r', ز: 'z', ژ: 'z', ظ: 'z', س: 's', ص: 's', ش: 'ş', غ: 'j', گ: 'j', ف: 'f', ق: 'k' },
  ...{ ك: 'k', ل: 'l', م: 'm', ن: 'n', و: 'v', ي: 'y' },
}

/**
 * Returns the consonants of a folded word, which are all that Arabic writes of most names: `عبدرحمن` and `abdrahman`
 * both are `abdrhmn`. Characters of other scripts are left out.
 */
export function consonantsOf(word: string): string {
  const latin = [...word].map((letter) => ARABIC_SOUNDS[letter] ?? letter).join('')
  const first = /^[aeiu]/.test(latin) ? 'a' : latin.slice(0, 1)
  const rest = latin.slice(1).replace(/h$|[aeiuvy]/g, '')
  return (first + rest)
    .replace(/p/g, 'b')
    .replace(/g/g, 'j')
    .replace(/[^a-zş]/g, '')
    .replace(/(.)\1+/g, '$1')
}
