/** What depends on the language alone and is no text. */
export interface LanguageFacts {
  /** The language's name in itself. */
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
  /** BCP 47 tag for numbers and plurals: Latin digits in every language, as the UAE's own locale has them. */
  readonly tag: string
}

/**
 * The languages that every text is written in, each complete. The only list of them: a language is added here once its
 * catalogues exist. See docs/guides/add-a-language.md.
 */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr', tag: 'en-AE' },
  ar: { name: 'العربية', dir: 'rtl', tag: 'ar-AE-u-nu-latn' },
} as const satisfies Record<string, LanguageFacts>

export type Language = keyof typeof LANGUAGES

export const DEFAULT_LANGUAGE = 'en' satisfies Language
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

export function isLanguage(value: unknown): value is Language {
  return LANGUAGE_CODES.includes(value as Language)
}

/** Returns content in a language, or in the default one if it hasn't been written in that language. */
export function contentIn<Content>(
  content: Partial<Record<Language, Content>> & Record<typeof DEFAULT_LANGUAGE, Content>,
  language: Language,
): Content {
  return content[language] ?? content[DEFAULT_LANGUAGE]
}

/** Returns the language that a reader of `locale` gets: their own, or the default where theirs is not written. */
export function languageFor(locale: string | null | undefined): Language {
  return isLanguage(locale) ? locale : DEFAULT_LANGUAGE
}
