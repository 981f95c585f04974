import type { LocalText } from '@hissa/contracts/property'
import { readTexts, type Translate } from '@hissa/texts/server'
import type english from './en/sample.json'

const texts = readTexts<typeof english>(new URL('.', import.meta.url), 'sample')

/** Returns a text about a sample offering in the languages of content. */
export const sampleText = (...text: Parameters<Translate<keyof typeof english>>): LocalText => ({
  en: texts('en')(...text),
  ar: texts('ar')(...text),
})
