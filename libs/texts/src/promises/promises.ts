import { readFileSync } from 'node:fs'
import type { Language } from '../languages.js'

/** Sentences that state what the platform promises about money and time, by id, in one language. */
export type Promises = Readonly<Record<string, string>>

/** Reads the promises of a language. */
export function readPromises(language: Language): Promises {
  return JSON.parse(readFileSync(new URL(`./${language}/promises.json`, import.meta.url), 'utf8')) as Promises
}

/**
 * Replaces each `{promise.<id>}` of a text by its sentence, so that screens, emails, disclosures and terms state it in the
 * same words. Throws for a promise that doesn't exist.
 */
export function withPromises(text: string, promises: Promises): string {
  return text.replace(/\{(promise\.\w+)\}/g, (_, id: string) => {
    const sentence = promises[id]
    if (sentence === undefined) throw new Error(`there is no "${id}"`)
    return sentence
  })
}
