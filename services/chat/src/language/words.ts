import { detectLanguage, normaliseText } from '@hissa/retrieval'
import type { Language } from './languages.js'

/** Returns the words of a text in one spelling, separated by spaces. */
export const plain = (text: string): string =>
  normaliseText(text)
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim()

/** Returns the language that a text is written in, by its script; `otherwise` for a text without words. */
export const languageOf = (text: string, otherwise: Language): Language =>
  /\p{L}/u.test(text) ? detectLanguage(text) : otherwise
