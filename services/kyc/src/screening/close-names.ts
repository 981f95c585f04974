import { isWithinOneEdit, NearWords, type IsNear } from './near-words.js'

interface Listed<T> {
  parts: readonly string[]
  of: T
}

/**
 * Returns whether every part of the shorter name is near a different part of the other, in any order. A name without
 * parts matches none.
 */
export function areCloseNames(
  one: readonly string[],
  other: readonly string[],
  isNear: IsNear = isWithinOneEdit,
): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length === 0) return false
  const takenBy = new Map<number, number>()
  /** Assigns a part of the shorter name to a part of the longer, reassigning others if necessary (augmenting paths). */
  const assign = (part: number, tried: Set<number>): boolean =>
    long.some((candidate, index) => {
      if (tried.has(index) || !isNear(short[part]!, candidate)) return false
      tried.add(index)
      const holder = takenBy.get(index)
      if (holder !== undefined && !assign(holder, tried)) return false
      takenBy.set(index, part)
      return true
    })
  return short.every((_, part) => assign(part, new Set()))
}

/**
 * Index of names by their parts. Close names are found in two ways. If all parts of the listed name are in the other
 * name, so is its rarest part, by which it is indexed. If all parts of the other name are in the listed one, only
 * listed names with its rarest part are compared.
 */
export class CloseNames<T> {
  private readonly words: NearWords
  private readonly holders = new Map<string, Listed<T>[]>()
  private readonly byRarest = new Map<string, Listed<T>[]>()

  constructor(
    names: Iterable<Listed<T>>,
    private readonly isNear: IsNear = isWithinOneEdit,
  ) {
    this.words = new NearWords(isNear)
    const listed = [...names].filter(({ parts }) => parts.length > 0)
    for (const name of listed) {
      for (const part of new Set(name.parts)) {
        this.words.add(part)
        append(this.holders, part, name)
      }
    }
    for (const name of listed)
      append(
        this.byRarest,
        rarest(name.parts, (part) => this.countOf(part)),
        name,
      )
  }

  /**
   * Returns the values of all names that are close to the given parts. A name that is listed twice is returned twice.
   */
  find(parts: readonly string[]): T[] {
    return this.matches(parts).map(({ of }) => of)
  }

  private matches(parts: readonly string[]): Listed<T>[] {
    if (parts.length === 0) return []
    const near = new Map([...new Set(parts)].map((part) => [part, this.words.near(part)]))
    const found = new Set<Listed<T>>()
    const compare = (name: Listed<T>) => {
      if (!found.has(name) && areCloseNames(parts, name.parts, this.isNear)) found.add(name)
    }
    for (const words of near.values()) {
      for (const word of words) {
        for (const name of this.byRarest.get(word) ?? []) if (name.parts.length <= parts.length) compare(name)
      }
    }
    const count = (part: string) => near.get(part)!.reduce((sum, word) => sum + this.countOf(word), 0)
    for (const word of near.get(rarest(parts, count))!) {
      for (const name of this.holders.get(word) ?? []) if (name.parts.length > parts.length) compare(name)
    }
    return [...found]
  }

  /**
   * Returns what is close to the given parts with other spaces: with two or three neighbours as one part, or a part as
   * two listed ones. All that is spaced otherwise is part of the name found.
   */
  findSpacedOtherwise(parts: readonly string[]): { of: T; parts: readonly string[] }[] {
    if (parts.length > MOST_PARTS) return []
    return [...this.spacings(parts)].flatMap(({ spacing, changed }) =>
      this.matches(spacing)
        .filter((name) => changed.every((part) => name.parts.some((listed) => this.isNear(part, listed))))
        .map(({ of }) => ({ of, parts: spacing })),
    )
  }

  private *spacings(parts: readonly string[]): Generator<{ spacing: string[]; changed: string[] }> {
    for (const [at, part] of parts.entries()) {
      for (const count of [2, 3]) {
        const joined = parts.slice(at, at + count).join('')
        if (at + count > parts.length || this.words.near(joined).length === 0) continue
        yield { spacing: parts.toSpliced(at, count, joined), changed: [joined] }
      }
      for (let cut = SHORTEST_PART; cut <= part.length - SHORTEST_PART; cut += 1) {
        const changed = [part.slice(0, cut), part.slice(cut)]
        if (changed.some((half) => this.countOf(half) === 0)) continue
        yield { spacing: parts.toSpliced(at, 1, ...changed), changed }
      }
    }
  }

  private countOf(part: string): number {
    return this.holders.get(part)?.length ?? 0
  }
}

const SHORTEST_PART = 3
/** Longest names that are also searched with other spaces. Each part adds searches. */
export const MOST_PARTS = 12

const rarest = (parts: readonly string[], count: (part: string) => number): string =>
  parts.reduce((best, part) => (count(part) < count(best) ? part : best))

export function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const known = lists.get(key)
  if (known) known.push(value)
  else lists.set(key, [value])
}
