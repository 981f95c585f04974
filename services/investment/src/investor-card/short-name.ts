/**
 * Returns a name as strangers see it: the first word, and the initial of the last. `Amal Al Suwaidi` is `Amal S.`
 */
export function shortName(name: string): string {
  const words = name.normalize('NFC').split(/\s+/u).filter(Boolean)
  const [first = '', last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return last ? `${first} ${[...last][0]!.toUpperCase()}.` : first
}
