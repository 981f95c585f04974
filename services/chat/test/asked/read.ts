import { readFileSync } from 'node:fs'

/** A question, and what about: an intent of the account, or `property.` with a fact of the property in view. */
export interface AskedQuestion {
  about: string
  text: string
}

/** An attempt to get something else than an answer to the caller's own question. */
export interface Injection {
  kind: 'question' | 'arabic' | 'encoded' | 'zero_width' | 'property_text' | 'document_name' | 'article'
  text: string
}

const linesOf = (name: string) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n')

/** Returns the 100 questions of a language. They were written without knowledge of what Mae recognises. */
export const readAskedQuestions = (language: 'en' | 'ar'): AskedQuestion[] =>
  linesOf(`account.${language}.txt`).map((line) => {
    const [about, text] = line.split('\t') as [string, string]
    return { about, text }
  })

/** Returns the 300 injections. */
export const readInjections = (): Injection[] =>
  linesOf('injections.jsonl').map((line) => JSON.parse(line) as Injection)
