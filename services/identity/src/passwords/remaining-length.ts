/** One of 16,000 words is as hard to guess as three random characters of the alphabet. */
const WORD_LENGTH = 3
/** A shorter sequence or repetition occurs by chance. */
const MIN_PART_LENGTH = 3
const MIN_WORD_LENGTH = 5
const MAX_WORD_LENGTH = 20
const YEAR = /^(19|20)\d\d$/
const YEAR_LENGTH = 4

/**
 * Returns the length of a text in which a word of `words` counts as three characters, and a sequence (`abc`, `321`,
 * `aaa`), a year or a repetition of earlier text as one. `found` is whether there was a word or a repetition. Method:
 * the cheapest cover of the text, as in zxcvbn. Time: the square of the text's length.
 */
export function remainingLength(text: string, words: ReadonlySet<string>): { length: number; found: boolean } {
  const chars = [...text]
  const repeated = repetitions(chars)
  const lengths = [0, ...Array<number>(chars.length).fill(Infinity)]
  let found = false
  chars.forEach((_, from) => {
    const reach = (size: number, cost: number) =>
      (lengths[from + size] = Math.min(lengths[from + size]!, lengths[from]! + cost))
    reach(1, 1)
    if (YEAR.test(chars.slice(from, from + YEAR_LENGTH).join(''))) reach(YEAR_LENGTH, 1)
    const longest = Math.max(sequenceAt(chars, from), repeated[from]!)
    for (let size = MIN_PART_LENGTH; size <= longest; size += 1) reach(size, 1)
    const sizes = wordsAt(chars, from, words)
    for (const size of sizes) reach(size, WORD_LENGTH)
    found ||= sizes.length > 0 || repeated[from]! >= MIN_PART_LENGTH
  })
  return { length: lengths.at(-1)!, found }
}

/** Returns the length of the sequence at a position: characters with a constant step of -1, 0 or 1. */
function sequenceAt(chars: readonly string[], from: number): number {
  const stepAt = (at: number) => (chars[at + 1]?.codePointAt(0) ?? Infinity) - chars[at]!.codePointAt(0)!
  const step = stepAt(from)
  if (Math.abs(step) > 1) return 1
  let to = from
  while (stepAt(to) === step) to += 1
  return to - from + 1
}

/** Returns for each position the length of the longest text that also starts earlier; the two may overlap. */
function repetitions(chars: readonly string[]): number[] {
  const longest = Array<number>(chars.length).fill(0)
  let after = Array<number>(chars.length + 1).fill(0)
  for (let first = chars.length - 1; first >= 0; first -= 1) {
    const common = Array<number>(chars.length + 1).fill(0)
    for (let second = first + 1; second < chars.length; second += 1) {
      if (chars[first] === chars[second]) common[second] = after[second + 1]! + 1
      longest[second] = Math.max(longest[second]!, common[second]!)
    }
    after = common
  }
  return longest
}

function wordsAt(chars: readonly string[], from: number, words: ReadonlySet<string>): number[] {
  const sizes = []
  for (let size = MIN_WORD_LENGTH; size <= Math.min(MAX_WORD_LENGTH, chars.length - from); size += 1)
    if (words.has(chars.slice(from, from + size).join(''))) sizes.push(size)
  return sizes
}
