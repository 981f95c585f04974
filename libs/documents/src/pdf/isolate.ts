/** Marks that give what is between them the order of Latin text, in a font that has no glyphs for isolates. */
const LEFT_TO_RIGHT = '\u200e'

/** A number with its sign, and words in the Latin script or digits with what joins them. */
const LATIN_RUN = /[−+-]?[A-Za-z0-9](?:[A-Za-z0-9\u00a0 .,:;/&'’@+_#·−–-]*[A-Za-z0-9])?%?/g

/** Keeps the order within figures, dates and Latin words of an Arabic text, such as `−AED 17.50` and `12345-AB`. */
export const isolateLatin = (text: string): string =>
  text.replace(LATIN_RUN, (run) => `${LEFT_TO_RIGHT}${run}${LEFT_TO_RIGHT}`)
