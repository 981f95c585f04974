import { readTexts } from '@hissa/texts/server'
import type english from './en/legal.json'

/** Returns the texts of the legal documents in a language. */
export const legalTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'legal')
