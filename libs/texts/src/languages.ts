/** The properties of a language, apart from its texts. */
export interface LanguageFacts {
  /** The language's name in the language itself. */
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
  /** BCP 47 tag for numbers and plurals: Latin digits in every language, as in the UAE's own locale. */
  readonly tag: string
}

/**
 * The only list of languages. Every text exists in each of them; a language is added here once its catalogues exist.
 * See docs/guides/add-a-language.md.
 */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr', tag: 'en-AE' },
  ar: { name: 'العربية', dir: 'rtl', tag: 'ar-AE-u-nu-latn' },
  fr: { name: 'Français', dir: 'ltr', tag: 'fr' },
  es: { name: 'Español', dir: 'ltr', tag: 'es' },
} as const satisfies Record<string, LanguageFacts>

export type Language = keyof typeof LANGUAGES

export const DEFAULT_LANGUAGE = 'en' satisfies Language
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

/** Returns whether a value is the code of a language of the platform. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGE_CODES.includes(value as Language)
}

/** Returns content in a language, or in the default language if it hasn't been written in that one. */
export function contentIn<Content>(
  content: Partial<Record<Language, Content>> & Record<typeof DEFAULT_LANGUAGE, Content>,
  language: Language,
): Content {
  return content[language] ?? content[DEFAULT_LANGUAGE]
}

/** Returns the language for a reader of `locale`: their own, or the default if texts are not written in it. */
export function languageFor(locale: string | null | undefined): Language {
  return isLanguage(locale) ? locale : DEFAULT_LANGUAGE
}
