import { readTexts } from '@hissa/texts/server'
import type english from './en/checkout.json'

/** Returns the payer's texts on the payment page and the receipt, in one language. */
export const checkoutTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'checkout')
