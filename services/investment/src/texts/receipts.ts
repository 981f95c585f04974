import { readTexts } from '@hissa/texts/server'
import type english from './en/receipts.json'

/** Returns the texts of receipts in one language. */
export const receiptTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'receipts')
