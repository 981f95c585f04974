import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
// Relative paths, because the Vite configuration runs before the packages are compiled.
import { compileMessage } from '../../libs/texts/src/compile-message.js'
import { type Language, LANGUAGE_CODES } from '../../libs/texts/src/languages.js'
import { type Promises, readPromises, withPromises } from '../../libs/texts/src/promises/promises.js'

const CATALOGUE = /\/src\/i18n\/[a-z]{2}\/[a-z-]+\.json$/
const LOADER = /\/src\/i18n\/catalogues\.ts$/
/** The generated module with the imports of a language's areas. */
const AREAS = /\/src\/i18n\/[a-z]{2}\/areas\.js$/

/**
 * Compiles the message catalogues (`src/i18n/<language>/<area>.json`, ICU text by id), so that the bundle needs no ICU
 * parser, and generates an import for each of them, in a module for each language: a page needs the names of one
 * language's files only. Fails the build with the name of any invalid message.
 */
export function compiledCatalogues(): Plugin {
  return {
    name: 'hissa-catalogues',
    enforce: 'pre',
    resolveId(id, importer) {
      const path = importer ? join(dirname(importer), id) : id
      return AREAS.test(path) ? path : null
    },
    async load(id) {
      const path = id.split('?')[0]!
      if (LOADER.test(path)) return loaderOf()
      if (AREAS.test(path)) return areasOf(dirname(path))
      if (!CATALOGUE.test(path)) return null
      const messages = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
      const promises = readPromises(basename(dirname(path)) as Language)
      const compiled = Object.entries(messages).map(([key, text]) => [key, compile(path, key, text, promises)])
      return { code: `export default ${JSON.stringify(Object.fromEntries(compiled))}`, moduleType: 'js' }
    },
  }
}

function compile(path: string, key: string, text: string, promises: Promises) {
  try {
    return compileMessage(withPromises(text, promises)).message
  } catch (cause) {
    throw new Error(`${path}: message "${key}" is not valid: ${(cause as Error).message}`, { cause })
  }
}

/**
 * Returns the source of `catalogues.ts` with an import of each language's areas. Keeps what was loaded: the router asks for
 * the texts of the first screen again, and must have them in the same task.
 */
function loaderOf() {
  const imports = LANGUAGE_CODES.map((language) => `${language}:()=>import('./${language}/areas.js')`)
  return {
    code: `const languages={${imports.join()}};const kept={};
const load=async(language,area)=>(await(await languages[language]()).areas[area]()).default;
export const loadCatalogue=(language,area)=>kept[language+area]??=load(language,area).catch((error)=>{delete kept[language+area];throw error})`,
    moduleType: 'js' as const,
  }
}

/** Returns the source of a language's areas, with an import of each file in its folder. */
function areasOf(folder: string) {
  const areas = readdirSync(folder).map((name) => name.replace(/\.json$/, ''))
  const imports = areas.map((area) => `${JSON.stringify(area)}:()=>import('./${area}.json')`)
  return { code: `export const areas={${imports.join()}}`, moduleType: 'js' as const }
}
