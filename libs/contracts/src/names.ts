import * as z from 'zod/mini'

/**
 * Invisible characters that change how other text looks: direction marks, overrides and isolates, zero-width spaces,
 * soft hyphens, fillers, tags, other invisible operators and lone surrogates. Joiners (U+200C, U+200D) are kept or
 * removed by their neighbours.
 */
const INVISIBLE =
  /[\p{Cs}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu
/** Control characters and line separators, which become spaces because they separate words. */
const CONTROL = /[\p{Cc}\u2028\u2029]/gu
const JOINER = /[\u200c\u200d]/u
/** Scripts in which a joiner changes the shape of adjacent characters and is part of correct spelling. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]/u

/**
 * Returns a person's name that is safe to display: without control characters, without characters that change the
 * direction of adjacent text or are invisible, and with single spaces. A joiner is kept between two characters of a
 * script that needs it, such as Persian or Malayalam. Other characters, marks and punctuation are unchanged.
 */
export function cleanName(name: string): string {
  const visible = [...name.replace(CONTROL, ' ').replace(INVISIBLE, '')]
  const kept = visible.filter((letter, i) => !JOINER.test(letter) || (joins(visible[i - 1]) && joins(visible[i + 1])))
  return kept.join('').trim().replace(/\s+/g, ' ')
}

const joins = (letter: string | undefined): boolean => letter !== undefined && JOINING.test(letter)

/** Creates the schema of a required name of a person, cleaned before its length is checked. */
export const personName = (maxLength: number) =>
  z.string().check(z.overwrite(cleanName), z.minLength(1), z.maxLength(maxLength))
