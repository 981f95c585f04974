import { readTexts } from '@hissa/texts/server'
import type english from './en/listing.json'

/** Returns the texts that describe a listing, in a language. */
export const listingTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'listing')
