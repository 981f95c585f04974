const ARABIC: Record<string, string> = { ى: 'ي', ة: 'ه', ک: 'ك', ی: 'ي', ٱ: 'ا', ء: '' }
const SHORTEST_PREFIX = 2
const LONGEST_PREFIX = 14

/**
 * Returns the words without case, accents, vowel marks, hamzas and punctuation, English and Arabic. A leading Arabic ال
 * is dropped.
 */
export function searchWords(text: string): string[] {
  const bare = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\u0640\u200b-\u200f’'ʼ]/gu, '')
  const folded = [...bare].map((letter) => ARABIC[letter] ?? letter).join('')
  return folded
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (/^ال.{2}/u.test(word) ? word.slice(2) : word))
    .filter((word) => word !== '')
}

/** Returns every prefix of every word, so that a prefix search is an equality search, which an index serves. */
export function searchTokens(texts: readonly (string | null)[]): string[] {
  const tokens = new Set<string>()
  for (const word of texts.flatMap((text) => searchWords(text ?? ''))) {
    tokens.add(word)
    for (let length = SHORTEST_PREFIX; length <= Math.min(word.length, LONGEST_PREFIX); length += 1)
      tokens.add(word.slice(0, length))
  }
  return [...tokens]
}

/** Returns the tokens of a search; a record must contain each of them. */
export const queryTokens = (query: string): string[] => [
  ...new Set(searchWords(query).map((word) => word.slice(0, LONGEST_PREFIX))),
]

/** Returns the words of a record for `matchesWords`: also each two neighbours as one, because names are written both ways. */
export function listedWords(texts: readonly (string | null)[]): string[] {
  const all = texts.flatMap((text) => {
    const words = searchWords(text ?? '')
    return [...words, ...words.slice(1).map((word, index) => `${words[index]}${word}`)]
  })
  return [...new Set(all)]
}

/**
 * Returns a test of a record's words: each word of the search must be the beginning of one of them, alone or together
 * with the next (أبو ظبي is أبوظبي).
 */
export function matchesWords(query: string): (words: readonly string[]) => boolean {
  const tokens = searchWords(query)
  // A single character would be the beginning of too many words.
  const begins = (word: string, token: string) =>
    word === token || (token.length >= SHORTEST_PREFIX && word.startsWith(token))
  return (words) => {
    const has = (token: string) => words.some((word) => begins(word, token))
    // From the end: whether the rest matches from the next word, and from the one after it.
    let [fromNext, fromAfter] = [true, false]
    for (const [index, token] of [...tokens.entries()].reverse()) {
      const matches = (fromNext && has(token)) || (fromAfter && has(`${token}${tokens[index + 1]}`))
      ;[fromNext, fromAfter] = [matches, fromNext]
    }
    return fromNext
  }
}
