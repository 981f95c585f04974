import { isWithinOneEdit, NearWords } from './near-words.js'

interface Listed<T> {
  parts: readonly string[]
  of: T
}

/**
 * Whether every part of the shorter name occurs in the other, each matched to a different part, in any order and within one
 * edit. Names without parts are close to none.
 */
export function areCloseNames(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length === 0) return false
  const takenBy = new Map<number, number>()
  return short.every((_, part) => findPlace(part, short, long, takenBy, new Set()))
}

/** Finds a place for a part, moving others on where they have another one (augmenting paths). */
function findPlace(
  part: number,
  short: readonly string[],
  long: readonly string[],
  takenBy: Map<number, number>,
  tried: Set<number>,
): boolean {
  for (let place = 0; place < long.length; place += 1) {
    if (tried.has(place) || !isWithinOneEdit(short[part]!, long[place]!)) continue
    tried.add(place)
    const holder = takenBy.get(place)
    if (holder !== undefined && !findPlace(holder, short, long, takenBy, tried)) continue
    takenBy.set(place, part)
    return true
  }
  return false
}

/**
 * Names by their parts. A close name shares a part, within one edit, in one of two ways: all parts of the listed name are
 * in the other, its rarest one too, so each listed name is found under that one; or all parts of the other name are in the
 * listed one, so only those that have its rarest part are compared.
 */
export class CloseNames<T> {
  private readonly words = new NearWords()
  private readonly holders = new Map<string, Listed<T>[]>()
  private readonly byRarest = new Map<string, Listed<T>[]>()

  constructor(names: Iterable<{ parts: readonly string[]; of: T }>) {
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

  /** Returns what belongs to the names that are close to the one of these parts; a name that is listed twice, twice. */
  find(parts: readonly string[]): T[] {
    if (parts.length === 0) return []
    const near = new Map([...new Set(parts)].map((part) => [part, this.words.near(part)]))
    const found = new Set<Listed<T>>()
    const compare = (name: Listed<T>) => {
      if (!found.has(name) && areCloseNames(parts, name.parts)) found.add(name)
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
    return [...found].map((name) => name.of)
  }

  private countOf(part: string): number {
    return this.holders.get(part)?.length ?? 0
  }
}

const rarest = (parts: readonly string[], count: (part: string) => number): string =>
  parts.reduce((best, part) => (count(part) < count(best) ? part : best))

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const known = lists.get(key)
  if (known) known.push(value)
  else lists.set(key, [value])
}
