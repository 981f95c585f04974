/** Joiners, marks of direction and soft hyphens, which occur within words. */
const INVISIBLE = /\p{Cf}+/gu
/** Control characters, among them the speech program's commands, and characters without a meaning. */
const UNSPOKEN = /\p{C}+/gu
/** `[[…]]` spells phonemes, and `<…>` is markup. */
const MARKUP = /[[\]<>]+/g
/** Longer words, such as 100 initials with dots, overflow a buffer of espeak-ng 1.51. */
const LONG_WORD = /\S{40}(?=\S)/gu

/**
 * Returns what is read aloud of a text: one line without characters that control the speech program, in words of at most 40
 * characters.
 */
export const spokenText = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(UNSPOKEN, ' ')
    .replace(MARKUP, ' ')
    .replace(/\s+/g, ' ')
    .replace(LONG_WORD, '$& ')
    .trim()

/** Returns whether there is anything to read aloud. */
export const isSpeakable = (spoken: string): boolean => /[\p{L}\p{N}]/u.test(spoken)
