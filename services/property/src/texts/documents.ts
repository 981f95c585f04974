import { readTexts } from '@hissa/texts/server'
import type english from './en/documents.json'

/** Returns the texts of an offering's documents in a language. */
export const documentTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'documents')
