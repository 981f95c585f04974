import { readTexts } from '@hissa/texts/server'
import type english from './en/disclosures.json'

/** Returns the texts of disclosures in a language. */
export const disclosureTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'disclosures')
