/**
 * Returns whether two words are equal, or differ by one insertion, deletion, substitution or transposition. Words of
 * one letter match only if they are equal.
 */
export function isWithinOneEdit(one: string, other: string): boolean {
  if (one === other) return true
  if (one.length <= 1 && other.length <= 1) return false
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1)
  if (short.slice(at + 1) === long.slice(at + 1)) return true
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
}

/** Returns whether two words are alike. Words that are not within one edit must not be. */
export type IsNear = (one: string, other: string) => boolean

/** Returns the word and all its variants with one letter deleted. */
function spellingsOf(word: string): Set<string> {
  const spellings = new Set([word])
  for (let at = 0; at < word.length; at += 1) spellings.add(word.slice(0, at) + word.slice(at + 1))
  return spellings
}

/**
 * A set of words, indexed to find those near a given word. Words within one edit share at least one variant with
 * at most one letter deleted. Source: symmetric delete spelling correction (SymSpell).
 */
export class NearWords {
  private readonly words = new Set<string>()
  private readonly bySpelling = new Map<string, string[]>()

  constructor(private readonly isNear: IsNear = isWithinOneEdit) {}

  add(word: string): void {
    if (this.words.has(word)) return
    this.words.add(word)
    for (const spelling of spellingsOf(word)) {
      const known = this.bySpelling.get(spelling)
      if (known) known.push(word)
      else this.bySpelling.set(spelling, [word])
    }
  }

  /** Returns every word of the set near `word`, once each. */
  near(word: string): string[] {
    const found = new Set<string>()
    for (const spelling of spellingsOf(word)) {
      for (const candidate of this.bySpelling.get(spelling) ?? []) {
        if (this.isNear(word, candidate)) found.add(candidate)
      }
    }
    return [...found]
  }
}
