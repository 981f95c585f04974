/** A word of the vocabulary near a misspelt one. */
export interface Correction {
  readonly word: string
  readonly edits: number
}

/** Edits that a word of that many characters may have: none for short ones, because those have many neighbours. */
export const allowedEdits = (letters: number): number => (letters < 5 ? 0 : letters < 8 ? 1 : 2)

/**
 * Returns how many characters must be inserted, deleted, replaced or swapped with the next one (optimal string alignment)
 * to turn one word into the other, or `most + 1` if more than `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let earlier: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let edits = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1))
      const swapped = column > 1 && row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) edits = Math.min(edits, earlier[column - 2]! + 1)
      current.push(edits)
    }
    if (Math.min(...current) > most) return most + 1
    earlier = previous
    previous = current
  }
  return previous[b.length]!
}

/** Words by length, for finding those near a misspelt word. Words can be added and removed at any time. */
export class Vocabulary {
  private readonly byLength = new Map<number, Map<string, number>>()

  add(word: string): void {
    const words = this.byLength.get(word.length) ?? new Map<string, number>()
    words.set(word, lettersOf(word))
    this.byLength.set(word.length, words)
  }

  remove(word: string): void {
    this.byLength.get(word.length)?.delete(word)
  }

  /** Returns the nearest word within the allowed edits; among equally near ones the more frequent, then alphabetical. */
  nearest(word: string, frequencyOf: (word: string) => number): Correction | undefined {
    const most = allowedEdits(word.length)
    if (most === 0 || /\d/.test(word)) return undefined
    const letters = lettersOf(word)
    let best: Correction | undefined
    for (let length = word.length - most; length <= word.length + most; length++) {
      for (const [candidate, ofCandidate] of this.byLength.get(length) ?? []) {
        if (bitsOf(letters ^ ofCandidate) > 2 * most) continue
        const edits = editDistance(word, candidate, best?.edits ?? most)
        if (edits > (best?.edits ?? most)) continue
        const found = { word: candidate, edits }
        if (!best || edits < best.edits || isPreferred(candidate, best.word, frequencyOf)) best = found
      }
    }
    return best
  }
}

function isPreferred(a: string, b: string, frequencyOf: (word: string) => number): boolean {
  const difference = frequencyOf(a) - frequencyOf(b)
  return difference === 0 ? a < b : difference > 0
}

/** Returns the set of characters as bits; characters share bits, so it can only rule a candidate out. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

function bitsOf(letters: number): number {
  let bits = 0
  for (let rest = letters; rest !== 0; rest &= rest - 1) bits++
  return bits
}
