import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileMessage, type Compiled, type PluralCategory } from '../../../libs/texts/src/compile-message.js'
import { DEFAULT_LANGUAGE, type LanguageFacts } from '../../../libs/texts/src/languages.js'
import { type Promises, withPromises } from '../../../libs/texts/src/promises/promises.js'

export type Languages = Readonly<Record<string, LanguageFacts>>

/** The names of a message's values, promises and tags, such as `<money>`; null if the message is invalid. */
export type Message = readonly string[] | null

/** The messages of one file in one language, and the problems found in it. */
interface Catalogue {
  readonly messages: ReadonlyMap<string, Message>
  readonly problems: readonly string[]
}

/** Folders of catalogues: those that contain a folder per language. */
const FOLDERS = ['{libs,services}/*/src/**', 'web/src/i18n']
const LIST = 'libs/texts/src/languages.ts'
const PROMISES = `libs/texts/src/promises/${DEFAULT_LANGUAGE}/promises.json`

/** English texts that keep their three dots, because docs/product.md states them. */
const WITH_THREE_DOTS = new Set(['Checking access permissions...', 'Connecting...', 'Processing...', 'Signing out...'])

/**
 * Returns a sentence for each problem of the catalogues below `root`, and the messages of the default language by id.
 */
export function checkCatalogues(root: string, languages: Languages) {
  const files = globSync(
    FOLDERS.map((folder) => `${folder}/${DEFAULT_LANGUAGE}/*.json`),
    { cwd: root },
  ).sort()
  const messages = new Map<string, Message>()
  const problems = files.flatMap((file) => {
    const english = readCatalogue(root, file, languages[DEFAULT_LANGUAGE]!.tag)
    const repeated = [...english.messages.keys()].filter((id) => messages.has(id))
    for (const [id, message] of english.messages) messages.set(id, message)
    return [
      ...english.problems,
      ...Object.keys(languages).flatMap((language) => typography(root, inLanguage(file, language), language)),
      ...repeated.map((id) => `${file}: "${id}" is in another file too`),
      ...Object.keys(languages)
        .filter((language) => language !== DEFAULT_LANGUAGE)
        .flatMap((language) => compare(root, file, english, inLanguage(file, language), languages[language]!.tag)),
    ]
  })
  const folders = [...new Set(files.map((file) => dirname(dirname(file))))]
  return { problems: [...problems, ...folders.flatMap((folder) => strays(root, folder, languages))], messages }
}

const THREE_DOTS = [/\.\.\./, 'three dots instead of …'] as const
/** What French and Spanish have in common. */
const OF_ROMANCE = [
  [/'/, 'a straight apostrophe instead of ’'],
  THREE_DOTS,
  [/"/, 'straight quotes instead of « »'],
  [/(?<!\u00a0)%/, 'no no-break space before a percent sign'],
] as const

/** Characters that a language doesn't use, and what to use. */
const TYPOGRAPHY: Readonly<Record<string, readonly (readonly [pattern: RegExp, fault: string])[]>> = {
  en: [[/'/, 'a straight apostrophe instead of ’'], THREE_DOTS],
  ar: [
    THREE_DOTS,
    [/"/, 'straight quotes instead of « »'],
    [/\u064b\u0627/, 'a tanwin before its alif instead of after it'],
  ],
  fr: OF_ROMANCE,
  es: OF_ROMANCE,
}

/** Returns the texts of a file with characters that its language doesn't use. */
function typography(root: string, file: string, language: string): string[] {
  const rules = TYPOGRAPHY[language]
  if (!rules || !existsSync(join(root, file))) return []
  return Object.entries(readTexts(root, file)).flatMap(([id, text]) =>
    rules
      .filter(([pattern]) => pattern.test(text) && !(pattern === THREE_DOTS[0] && WITH_THREE_DOTS.has(text)))
      .map(([, fault]) => `${file}: "${id}" has ${fault}`),
  )
}

const inLanguage = (file: string, language: string) => file.replace(/[^/]+(?=\/[^/]+$)/, language)

/**
 * Returns the problems of a translation besides those of its messages: missing and extra ids, and values that differ.
 */
function compare(root: string, source: string, english: Catalogue, file: string, tag: string): string[] {
  if (!existsSync(join(root, file))) return [`${file}: is missing; translate ${source}`]
  const { messages, problems } = readCatalogue(root, file, tag)
  const missingIds = [...english.messages.keys()].filter((id) => !messages.has(id))
  const extraIds = [...messages.keys()].filter((id) => !english.messages.has(id))
  const different = [...messages].flatMap(([id, names]) => {
    const expected = english.messages.get(id)
    if (!names || !expected || names.join() === expected.join()) return []
    return [`${file}: "${id}" takes ${list(names)} instead of ${list(expected)}`]
  })
  return [
    ...problems,
    ...missingIds.map((id) => `${file}: "${id}" is missing`),
    ...extraIds.map((id) => `${file}: "${id}" is not in ${source}`),
    ...different,
  ]
}

const list = (names: readonly string[]) => names.join(', ') || 'nothing'

/** Returns the problems of a folder's other files: unknown languages, and areas that English doesn't have. */
function strays(root: string, folder: string, languages: Languages): string[] {
  const areas = readdirSync(join(root, folder, DEFAULT_LANGUAGE))
  return globSync(`${folder}/*/*.json`, { cwd: root })
    .filter((file) => /\/[a-z]{2}\/[^/]+$/.test(file))
    .sort()
    .flatMap((file) => {
      const [language, name] = file.split('/').slice(-2) as [string, string]
      if (!languages[language]) return [`${file}: "${language}" is not in ${LIST}`]
      return areas.includes(name) ? [] : [`${file}: there is no ${inLanguage(file, DEFAULT_LANGUAGE)}`]
    })
}

const readTexts = (root: string, file: string) =>
  JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, string>

function readCatalogue(root: string, file: string, tag: string): Catalogue {
  const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories as PluralCategory[]
  const messages = new Map<string, Message>()
  const problems: string[] = []
  const promises = promisesFor(root, file)
  for (const [id, text] of Object.entries(readTexts(root, file))) {
    if (!text.trim()) problems.push(`${file}: "${id}" is empty`)
    try {
      const compiled = compileMessage(withPromises(text, promises), categories)
      messages.set(id, [...compiled.values, ...promisesOf(text), ...tagsOf(text)].sort())
      problems.push(...incomplete(compiled, categories).map((forms) => `${file}: "${id}" lacks the plural ${forms}`))
    } catch (error) {
      messages.set(id, null)
      problems.push(`${file}: "${id}" is not valid: ${(error as Error).message.split('\n')[0]!}`)
    }
  }
  return { messages, problems }
}

/** Returns the promises in the language of a file. */
function promisesFor(root: string, file: string): Promises {
  const source = inLanguage(PROMISES, file.split('/').at(-2)!)
  return existsSync(join(root, source)) ? readTexts(root, source) : {}
}

const promisesOf = (text: string) => [...text.matchAll(/\{(promise\.\w+)\}/g)].map(([, id]) => id!)

const tagsOf = (text: string) => [...new Set([...text.matchAll(/<\/?([a-z]\w*)\/?>/g)].map(([, name]) => `<${name}>`))]

const incomplete = ({ plurals }: Compiled, categories: readonly string[]): string[] =>
  plurals
    .map(({ forms }) => categories.filter((category) => !forms.includes(category)))
    .filter((missing) => missing.length > 0)
    .map((missing) => missing.join(', '))
