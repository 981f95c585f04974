const PREFIXES = /^(?:و?(?:[فبك]?ال|لل))?و?(?=.{3})/
const POSSESSIVE = /(?<=.{3})(?:هما|هم|ها|كم|نا|ي|ك)$/
const ENDINGS = ['ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي']

/** Returns a normalised Arabic word without its conjunction and article. */
export function withoutPrefixes(word: string): string {
  return word.replace(PREFIXES, '')
}

/** Returns a normalised Arabic word without its possessive. A ta before it is the ta marbuta of the bare word. */
export function withoutPossessive(word: string): string {
  const owned = word.replace(POSSESSIVE, '')
  return owned !== word && owned.length > 3 ? owned.replace(/ت$/, 'ه') : owned
}

/**
 * Returns the light stem of a normalised Arabic word, after Larkey's light10: conjunction, article, possessive and
 * common endings are removed, roots are not reduced.
 */
export function stemArabic(word: string): string {
  return withoutEnding(withoutPossessive(withoutPrefixes(word)))
}

function withoutEnding(word: string): string {
  const ending = ENDINGS.find((candidate) => word.endsWith(candidate) && word.length - candidate.length >= 2)
  return ending ? word.slice(0, -ending.length) : word
}
