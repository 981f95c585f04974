import { readTexts } from '@hissa/texts/server'
import type english from './en/statements.json'

/** Returns the texts of account statements and tax packs in one language. */
export const statementTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'statements')
