import { readTexts } from '@hissa/texts/server'
import type english from './en/emails.json'

/** Returns the texts of emails in a language. */
export const emailTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'emails')
