import stemEnglish from 'wink-porter2-stemmer'
import { baseForm } from './irregular-forms.js'
import { normaliseText } from './normalise.js'
import { stemArabic, withoutPossessive, withoutPrefixes } from './stem-arabic.js'
import { isStopWord } from './stop-words.js'

/** A word of a text, its stem, and whether it is a stop word. */
export interface Token {
  readonly word: string
  readonly stem: string
  readonly stop: boolean
}

const WORD = /\d+\.\d+|[\p{L}\p{N}]+|%/gu
/** Addresses of web pages: their parts are no words of a text. */
const ADDRESS = /https?:\/\/\S+/gi
/** Longest word that is stemmed; a longer one is cut. */
const LONGEST = 40

/** Returns the normalised words of a text: without apostrophes, and with numbers like 2,000 as one word. */
export function wordsOf(text: string): string[] {
  const joined = normaliseText(text.replace(ADDRESS, ' '))
    .replace(/['’‘`]s?(?![\p{L}\p{N}])/gu, ' ')
    .replace(/['’‘`]/g, '')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
  return (joined.match(WORD) ?? []).map((word) => word.slice(0, LONGEST))
}

/** Returns a text's words with their stems, in order. The script of a word decides its language. */
export function analyse(text: string): Token[] {
  return wordsOf(text).map(tokenOf)
}

/** Stems of common words; cleared when full, because words of queries come from strangers. */
const known = new Map<string, Token>()
const KNOWN_MOST = 20_000

function tokenOf(word: string): Token {
  const found = known.get(word)
  if (found) return found
  if (known.size >= KNOWN_MOST) known.clear()
  const token = analyseWord(word)
  known.set(word, token)
  return token
}

function analyseWord(word: string): Token {
  if (/\p{Script=Arabic}/u.test(word)) {
    const bare = withoutPrefixes(word)
    const forms = [word, bare, withoutPossessive(bare)]
    const base = forms.map((form) => baseForm(form, 'ar')).find((form) => form !== undefined) ?? word
    return { word, stem: stemArabic(base), stop: isStopWord(word, 'ar') }
  }
  const isWord = /^[a-z]+$/.test(word)
  return { word, stem: isWord ? stemEnglish(baseForm(word, 'en') ?? word) : word, stop: isStopWord(word, 'en') }
}
