import { readTexts } from '@hissa/texts/server'
import type english from './en/certificates.json'

/** Returns the texts of share certificates in one language. */
export const certificateTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'certificates')
