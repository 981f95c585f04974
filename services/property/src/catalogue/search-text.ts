const ARABIC: Record<string, string> = { ى: 'ي', ة: 'ه', ک: 'ك', ی: 'ي', ٱ: 'ا' }
const SHORTEST_PREFIX = 2
const LONGEST_PREFIX = 14

/**
 * Returns the words without case, accents, vowel marks and punctuation, English and Arabic. A leading Arabic ال is
 * dropped.
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

/** Returns a test of a record's words: each word of the search must be the beginning of one of them. */
export function matchesWords(query: string): (words: readonly string[]) => boolean {
  const tokens = queryTokens(query)
  // A single character would be the beginning of too many words.
  const begins = (word: string, token: string) =>
    word === token || (token.length >= SHORTEST_PREFIX && word.startsWith(token))
  return (words) => tokens.every((token) => words.some((word) => begins(word, token)))
}
