import { formatMoney, type Fils } from '@hissa/money'
import { LANGUAGES, type Language } from '@hissa/texts'
import { emailTexts } from '../../texts/emails.js'
import type { Reader } from '../message.js'

/**
 * Formats an amount as `AED 2,030.00`, or `2 030,00 AED` in French: the code and plain spaces, which every mail client
 * can display.
 */
export const money = (amountFils: Fils, language: Language): string =>
  formatMoney(amountFils, { locale: language, decimals: 2 }).replace(/[\u00a0\u202f]/g, ' ')

/**
 * Formats a time in the Gulf time zone, with Latin digits: `21 Nov 2026, 14:05`. English has the British order of day
 * and month.
 */
export function moment(at: Date, language: Language): string {
  let format = formats.get(language)
  if (!format) formats.set(language, (format = momentFormat(language)))
  return format.format(at)
}

// Creating a format takes about a hundred times as long as using it.
const formats = new Map<Language, Intl.DateTimeFormat>()
const momentFormat = (language: Language) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : LANGUAGES[language].tag, {
    dateStyle: language === 'en' ? 'medium' : 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'Asia/Dubai',
  })

// Anyone can sign up another person's address under any name, so a name that looks like a link or an email address is
// omitted.
const NO_NAME = /[\p{Cc}:/\\@<>]|\.\p{L}{2,}|^.{61,}$/u

/** Returns the full name, or an empty text if it is missing or looks like a link or an email address. */
export function nameOf(reader: Reader): string {
  const typed = reader.fullName.trim()
  return NO_NAME.test(typed) ? '' : typed
}

/** Returns the greeting, with the full name once the reader has given one. */
export function greeting(reader: Reader, language: Language): string {
  const name = nameOf(reader)
  const t = emailTexts(language)
  return name ? t('email.greetingByName', { name }) : t('email.greeting')
}
