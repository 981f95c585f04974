import { readFile } from 'node:fs/promises'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** Arguments with a kind other than `plural`, and plurals with an offset. */
const UNKNOWN = /\{\s*\w+\s*,\s*(?!plural\b)\w+|\boffset:/
const CATALOGUE = /\/src\/i18n\/[a-z]{2}\/[a-z-]+\.json$/

/**
 * Turns the message catalogues (`src/i18n/<locale>/<feature>.json`, ICU text by id) into compiled token arrays, so that
 * no ICU parser is shipped. A message that does not parse, or has what `formatMessage` doesn't know, stops the build and
 * is named.
 */
export function compiledCatalogues(): Plugin {
  return {
    name: 'hissa-catalogues',
    enforce: 'pre',
    async load(id) {
      const path = id.split('?')[0]!
      if (!CATALOGUE.test(path)) return null
      const messages = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
      const compiled = Object.entries(messages).map(([key, text]) => [key, compile(path, key, text)])
      return { code: `export default ${JSON.stringify(Object.fromEntries(compiled))}`, moduleType: 'js' }
    },
  }
}

function compile(path: string, key: string, text: string) {
  if (UNKNOWN.test(text)) throw new Error(`${path}: message "${key}" has a choice or a format other than plural`)
  try {
    return compileMessage(text)
  } catch (cause) {
    throw new Error(`${path}: message "${key}" does not parse`, { cause })
  }
}
