import { readTexts } from '@hissa/texts/server'
import type english from './en/checkout.json'

/** Returns what the payer reads on the payment page and on the receipt, in a language. */
export const checkoutTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'checkout')
