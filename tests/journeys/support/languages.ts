import { together } from './together.js'

export const LANGUAGES = ['en', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** Runs `look` for each language at the same time. Fails after all have ended, with the first error. */
export const inEachLanguage = (look: (language: Language) => Promise<void>): Promise<void> => together(LANGUAGES, look)
