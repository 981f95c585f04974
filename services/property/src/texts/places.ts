import { readTexts, type Values } from '@hissa/texts/server'
import type { Language } from '@hissa/texts'
import type english from './en/places.json'

const texts = readTexts<typeof english>(new URL('.', import.meta.url), 'places')
const isKnown = (id: string): id is keyof typeof english => (texts.ids as readonly string[]).includes(id)

/** Returns the name of a place in a language, or null if the place has no translation. */
export const placeName = (language: Language, id: string, values?: Values): string | null =>
  isKnown(id) ? texts(language)(id, values) : null
