import { isWithinOneEdit, NearWords } from './near-words.js'

interface Listed<T> {
  parts: readonly string[]
  of: T
}

/**
 * Returns whether every part of the shorter name matches a different part of the other within one edit, in any order. A
 * name without parts matches none.
 */
export function areCloseNames(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length === 0) return false
  const takenBy = new Map<number, number>()
  return short.every((_, part) => assignPart(part, short, long, takenBy, new Set()))
}

/** Assigns a part of the shorter name to a part of the longer, reassigning others if necessary (augmenting paths). */
function assignPart(
  part: number,
  short: readonly string[],
  long: readonly string[],
  takenBy: Map<number, number>,
  tried: Set<number>,
): boolean {
  for (let index = 0; index < long.length; index += 1) {
    if (tried.has(index) || !isWithinOneEdit(short[part]!, long[index]!)) continue
    tried.add(index)
    const holder = takenBy.get(index)
    if (holder !== undefined && !assignPart(holder, short, long, takenBy, tried)) continue
    takenBy.set(index, part)
    return true
  }
  return false
}

/**
 * Index of names by their parts. Close names are found in two ways. If all parts of the listed name are in the other
 * name, so is its rarest part, by which it is indexed. If all parts of the other name are in the listed one, only
 * listed names with its rarest part are compared.
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

  /**
   * Returns the values of all names that are close to the given parts. A name that is listed twice is returned twice.
   */
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
