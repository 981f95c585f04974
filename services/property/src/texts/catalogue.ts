import { readTexts } from '@hissa/texts/server'
import type english from './en/catalogue.json'

/** Returns the texts of the catalogue's figures in a language. */
export const catalogueTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'catalogue')
