import * as z from 'zod/mini'

/**
 * Invisible characters that change how other text looks: direction marks, overrides and isolates, zero-width spaces, soft
 * hyphens, fillers, tags, other invisible operators and halves of characters. Joiners (U+200C, U+200D) are decided by what is beside them.
 */
const INVISIBLE =
  /[\p{Cs}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu
/** Control characters and line separators, which become spaces because they separate words. */
const CONTROL = /[\p{Cc}\u2028\u2029]/gu
const JOINER = /[\u200c\u200d]/u
/** Scripts in which a joiner changes the shape of the letters beside it and is part of correct spelling. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]/u

/**
 * Returns a person's name as others may read it: without control characters, without characters that turn the direction
 * of the text around it or hide in it, and with single spaces. A joiner stays between two letters of a script that
 * spells with it, such as Persian or Malayalam. Letters, marks and punctuation are left as they are.
 */
export function cleanName(name: string): string {
  const visible = [...name.replace(CONTROL, ' ').replace(INVISIBLE, '')]
  const kept = visible.filter((letter, i) => !JOINER.test(letter) || (joins(visible[i - 1]) && joins(visible[i + 1])))
  return kept.join('').trim().replace(/\s+/g, ' ')
}

const joins = (letter: string | undefined): boolean => letter !== undefined && JOINING.test(letter)

/** A required name of a person, cleaned before it is measured. */
export const personName = (maxLength: number) =>
  z.string().check(z.overwrite(cleanName), z.minLength(1), z.maxLength(maxLength))
