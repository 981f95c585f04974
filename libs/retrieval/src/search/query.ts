import { analyse, type Token } from '../text/analyse.js'
import { type Correction } from '../text/spelling.js'
import { synonymsOfStem } from '../text/synonyms.js'
import { keysOf } from './terms.js'

/** Longest query that is read; the rest is ignored. */
export const QUERY_LONGEST = 500
/** Most words of a query that are searched. */
const WORDS_MOST = 64
/** Most unknown words of a query for which a spelling is looked up. */
const CORRECTIONS_MOST = 8
/** Weight of a corrected word for each edit. */
const PER_EDIT = 0.8
/** Weight of stop words and of pairs of words, relative to other words. */
const STOP = 0.4
const PAIR = 0.1
/** Weight of words that mean nearly the same as a word of the query. */
const SYNONYM = 0.2

/** A word or a pair of words to search, with its weight in the query. */
export interface QueryTerm {
  readonly key: string
  readonly word?: string
  readonly weight: number
  /** Whether it is a word that isn't a stop word. */
  readonly isTopic: boolean
}

/** A query's words to search, and what the form of the question says of its answer. */
export interface Query {
  readonly tokens: readonly Token[]
  readonly terms: readonly QueryTerm[]
  readonly words: number
  readonly knownWords: number
  readonly corrections: ReadonlyMap<string, string>
  readonly asks: { readonly polar: boolean; readonly quantity: boolean }
}

const POLAR =
  /^(?:can|could|do|does|did|is|are|was|were|am|will|would|should|may|might|must|has|have|shall|هل|أ?يمكن(?:ني)?)$/
const QUANTITY =
  /\b(?:how (?:many|much|long|old|soon|often)|maximum|minimum|limit|rate|age|amount|period|term|charges?|charged|fees?|cost|time|when)\b|(?:^|\s)(?:كم|متى|حد|رسوم|مده|مبلغ|نسبه)(?:\s|$)/

/** What a query needs of an index: whether it has a word, and the known word nearest to an unknown one. */
export interface KnownWords {
  has(stem: string): boolean
  nearest(word: string): Correction | undefined
}

/** Reads a query: at most 500 characters and 64 words, with spellings corrected to known words. */
export function readQuery(text: string, known: KnownWords): Query {
  const read = analyse(text.slice(0, QUERY_LONGEST)).slice(0, WORDS_MOST)
  const corrections = new Map<string, string>()
  const weightOf = new Map<string, number>()
  let lookedUp = 0
  const tokens = read.map((token) => {
    if (token.stop || known.has(token.stem) || lookedUp++ >= CORRECTIONS_MOST) return token
    const correction = known.nearest(token.word)
    if (!correction) return token
    corrections.set(token.word, correction.word)
    weightOf.set(token.word, PER_EDIT ** correction.edits)
    return { ...token, stem: analyse(correction.word)[0]?.stem ?? token.stem }
  })
  const topics = tokens.filter(({ stop }) => !stop)
  return {
    tokens,
    terms: termsOf(tokens, weightOf, known),
    words: topics.length,
    knownWords: topics.reduce((sum, { word, stem }) => sum + (known.has(stem) ? (weightOf.get(word) ?? 1) : 0), 0),
    corrections,
    asks: formOf(read.map(({ word }) => word)),
  }
}

function termsOf(tokens: readonly Token[], weightOf: ReadonlyMap<string, number>, known: KnownWords): QueryTerm[] {
  const terms = new Map<string, QueryTerm>()
  for (const { word, stem, stop } of tokens) {
    const weight = (stop ? STOP : 1) * (weightOf.get(word) ?? 1) + (terms.get(stem)?.weight ?? 0)
    terms.set(stem, { key: stem, word, weight, isTopic: !stop })
  }
  for (const key of keysOf(tokens).slice(tokens.length)) {
    if (known.has(key)) terms.set(key, { key, weight: PAIR + (terms.get(key)?.weight ?? 0), isTopic: false })
  }
  for (const { stem, stop } of tokens) {
    for (const key of stop ? [] : synonymsOfStem(stem)) {
      if (known.has(key) && !terms.has(key)) terms.set(key, { key, weight: SYNONYM, isTopic: false })
    }
  }
  return [...terms.values()]
}

function formOf(words: readonly string[]): Query['asks'] {
  return { polar: POLAR.test(words[0] ?? ''), quantity: QUANTITY.test(words.join(' ')) }
}
