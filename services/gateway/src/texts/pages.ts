import { readTexts } from '@hissa/texts/server'
import type english from './en/pages.json'

/** Returns the texts of the pages that the gateway renders itself, in a language. */
export const pageTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'pages')
