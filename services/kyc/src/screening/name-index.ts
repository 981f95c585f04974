import { append, CloseNames, MOST_PARTS } from './close-names.js'
import { consonantsOf, foldName, isName, isSameSound } from './fold-name.js'
import { nameKeys, wordsOf } from './normalise-name.js'

/** A listed name. Only names of people are compared by their sound; those of organisations as they are written. */
export interface IndexedName<T> {
  name: string
  isPerson: boolean
  of: T
}

export interface FoundName<T> {
  of: T
  closeness: 'exact' | 'close'
  /** Whether the names have one word in common only, or were compared by their consonants. */
  isWeak: boolean
}

interface Words<T> {
  parts: readonly string[]
  isPerson: boolean
  of: T
}

/**
 * Finds listed names that are equal or close to a given one: in any order of words, spelt or transliterated otherwise,
 * with words joined or split, and across Arabic and Latin script.
 */
export class NameIndex<T> {
  private readonly equal = new Map<string, Words<T>[]>()
  private readonly written: CloseNames<Words<T>>
  private readonly spoken: CloseNames<Words<T>>
  private readonly consonants: Record<'arabic' | 'latin', CloseNames<Words<T>>>
  /** By all characters in alphabetical order, which neither spaces nor the order of words change. */
  private readonly byLetters = new Map<string, Words<T>[]>()

  constructor(names: readonly IndexedName<T>[]) {
    const written = names.map((name): Words<T> => ({ ...name, parts: wordsOf(name.name) }))
    const spoken = written
      .filter(({ isPerson }) => isPerson)
      .map((name) => ({ ...name, parts: foldName(name.parts) }))
      .filter(({ parts }) => parts.length > 1)
    for (const [at, name] of written.entries()) {
      for (const key of nameKeys(names[at]!.name)) append(this.equal, key, name)
    }
    for (const name of [...written, ...spoken])
      if (name.parts.length > 1) append(this.byLetters, lettersOf(name.parts), name)
    this.written = new CloseNames(written.map(indexed))
    this.spoken = new CloseNames(spoken.map(indexed), isSameSound)
    const inScript = (script: Script) => {
      const some = spoken.filter(({ parts }) => scriptOf(parts) === script)
      return new CloseNames(
        some.map((name) => ({ parts: name.parts.map(consonantsOf), of: name })),
        isEqual,
      )
    }
    this.consonants = { arabic: inScript('arabic'), latin: inScript('latin') }
  }

  /** Returns every name that is equal or close to `name`; a name may be returned more than once. */
  find(name: string): FoundName<T>[] {
    const words = wordsOf(name)
    const spoken = foldName(words)
    const equal = nameKeys(name).flatMap((key) => this.equal.get(key) ?? [])
    const arranged = [words, spoken].flatMap((parts) => this.arranged(parts))
    return [
      ...equal.map(({ of, parts }): FoundName<T> => ({ of, closeness: 'exact', isWeak: parts.length < 2 })),
      ...arranged.map(({ of }): FoundName<T> => ({ of, closeness: 'close', isWeak: false })),
      ...closeTo(words, this.written),
      ...(spoken.length > 1 ? closeTo(spoken, this.spoken) : []),
      ...this.inOtherScript(spoken),
    ]
  }

  /** Returns the names whose words, in some order and without spaces, are the same text. */
  private arranged(parts: readonly string[]): Words<T>[] {
    const text = parts.join('')
    return (this.byLetters.get(lettersOf(parts)) ?? []).filter((name) => canArrange(name.parts, text))
  }

  private inOtherScript(spoken: readonly string[]): FoundName<T>[] {
    const script = scriptOf(spoken)
    if (script === 'other' || spoken.length < 2) return []
    const index = this.consonants[script === 'arabic' ? 'latin' : 'arabic']
    const parts = spoken.map(consonantsOf)
    return index.find(parts).map(({ of }) => ({ of, closeness: 'close', isWeak: true }))
  }
}

/** Returns whether a name has too many words to be compared with other spaces between them. */
export const isLongName = (name: string): boolean => wordsOf(name).length > MOST_PARTS

type Script = 'arabic' | 'latin' | 'other'

const scriptOf = (parts: readonly string[]): Script => {
  const text = parts.join('')
  return /^[a-zş]+$/.test(text) ? 'latin' : /^\p{Script=Arabic}+$/u.test(text) ? 'arabic' : 'other'
}

const isEqual = (one: string, other: string) => one === other
const indexed = <T>(name: Words<T>) => ({ parts: name.parts, of: name })
const lettersOf = (parts: readonly string[]) => [...parts.join('')].sort().join('')

/** Short names of one word are one character from many others, so they must be equal. */
const isByChance = <T>({ parts: [only = '', ...more] }: Words<T>, parts: readonly string[]): boolean =>
  more.length === 0 && only.length < SHORTEST_ALONE && !parts.includes(only)

const SHORTEST_ALONE = 5

const namesIn = (parts: readonly string[]): number => parts.filter(isName).length

function closeTo<T>(parts: readonly string[], index: CloseNames<Words<T>>): FoundName<T>[] {
  const found = ({ of, parts: listed }: Words<T>, searched: readonly string[]): FoundName<T> => ({
    ...{ of, closeness: 'close', isWeak: Math.min(namesIn(searched), namesIn(listed)) < 2 },
  })
  const spacedOtherwise = index
    .findSpacedOtherwise(parts)
    .flatMap(({ of: name, parts: spacing }) => (name.isPerson ? [found(name, spacing)] : []))
  const close = index.find(parts).filter((name) => !isByChance(name, parts))
  return [...close.map((name) => found(name, parts)), ...spacedOtherwise.filter(({ isWeak }) => !isWeak)]
}

/**
 * Returns whether the words, each used once, make up the text in some order. At most twelve words can: the search looks
 * at each set of words once, so at most 2^12.
 */
export function canArrange(words: readonly string[], text: string): boolean {
  if (words.length > MOST_PARTS || words.join('').length !== text.length) return false
  const failed = new Set<number>()
  const restFrom = (used: number, at: number): boolean => {
    if (at === text.length) return true
    if (failed.has(used)) return false
    const fits = words.some(
      (word, index) =>
        !(used & (1 << index)) && text.startsWith(word, at) && restFrom(used | (1 << index), at + word.length),
    )
    if (!fits) failed.add(used)
    return fits
  }
  return restFrom(0, 0)
}
