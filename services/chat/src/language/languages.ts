import type { Language } from '@hissa/retrieval'

export type { Language } from '@hissa/retrieval'

/** The languages of the articles, in which questions are understood and answered: fewer than those of the screens. */
export const LANGUAGE_CODES = ['en', 'ar'] as const satisfies readonly Language[]

export const DEFAULT_LANGUAGE = 'en' satisfies Language

/** Returns the language of the answers for a reader of `locale`: their own, or English if no articles are written in it. */
export const languageFor = (locale: string | null | undefined): Language =>
  LANGUAGE_CODES.find((language) => language === locale) ?? DEFAULT_LANGUAGE
