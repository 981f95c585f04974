const EMAIL = /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/gu
const ADDRESS = /\b0x[0-9a-f]{6,}\b/giu
const LINK = /\b(?:https?:\/\/|www\.)\S+/giu
/** Any run with a digit, so that references, card numbers and amounts go as a whole. */
const NUMBER = /[\p{L}\p{N}+-]*\p{N}[\p{L}\p{N}.,/:-]*/gu

/** Masks what can identify a person in a question: email and wallet addresses, links, and everything with a digit. */
export const mask = (text: string): string =>
  text
    .replace(EMAIL, '***')
    .replace(ADDRESS, '***')
    .replace(LINK, '***')
    .replace(NUMBER, '#')
    .replace(/\s+/g, ' ')
    .trim()
