import { readFileSync } from 'node:fs'
import { compileMessage, type Compiled } from './compile-message.js'
import { formatMessage } from './format-message.js'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, LANGUAGES, type Language } from './languages.js'
import { type Promises, readPromises, withPromises } from './promises/promises.js'

export type Values = Readonly<Record<string, string | number>>

/** Returns the text of an id with its values filled in. Throws for an id that doesn't exist and for a missing value. */
export type Translate<Id extends string> = (id: Id, values?: Values) => string

/** The texts of an area: a function that returns the translator of a language. */
export interface Texts<Id extends string> {
  (language: Language): Translate<Id>
  /** The ids, in the order of the default language's file. */
  readonly ids: readonly Id[]
}

/**
 * Reads the catalogues of an area, `<folder>/<language>/<area>.json`, once and in every language. `Catalogue` is the
 * type of the English file, which makes an id that doesn't exist a type error. Throws for a missing file, and names an
 * invalid message.
 */
export function readTexts<Catalogue>(folder: URL, area: string): Texts<keyof Catalogue & string> {
  const catalogues = new Map(
    LANGUAGE_CODES.map((language) => [language, readCatalogue(new URL(`${language}/${area}.json`, folder), language)]),
  )
  const translators = new Map(
    [...catalogues].map(([language, catalogue]) => [language, translator(catalogue, LANGUAGES[language].tag)]),
  )
  const ids = [...catalogues.get(DEFAULT_LANGUAGE)!.keys()] as (keyof Catalogue & string)[]
  return Object.assign((language: Language) => translators.get(language)!, { ids })
}

function readCatalogue(file: URL, language: Language): ReadonlyMap<string, Compiled> {
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const promises = readPromises(language)
  return new Map(Object.entries(texts).map(([id, text]) => [id, compileNamed(file, id, text, promises)]))
}

function compileNamed(file: URL, id: string, text: string, promises: Promises): Compiled {
  try {
    return compileMessage(withPromises(text, promises))
  } catch (cause) {
    throw new Error(`${file.pathname}: "${id}" is not a valid message`, { cause })
  }
}

function translator(catalogue: ReadonlyMap<string, Compiled>, tag: string): Translate<string> {
  return (id, values = {}) => {
    const compiled = catalogue.get(id)
    if (!compiled) throw new Error(`there is no text "${id}"`)
    const missing = compiled.values.filter((name) => values[name] === undefined)
    if (missing.length > 0) throw new Error(`the text "${id}" lacks ${missing.join(', ')}`)
    return formatMessage(compiled.message, values, tag)
  }
}
