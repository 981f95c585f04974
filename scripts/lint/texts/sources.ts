import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { Message } from './catalogues.js'

/** A text that the code uses by id, with the names of the values it passes; null if they are not known. */
interface Use {
  readonly file: string
  readonly ids: readonly string[]
  readonly names: readonly string[] | null
}

/** What the code uses: ids in full, ids with parts that are known only at run time, and calls with their values. */
export interface Sources {
  readonly literals: ReadonlySet<string>
  readonly patterns: readonly RegExp[]
  readonly uses: readonly Use[]
}

const FILES = ['{libs,services}/*/src/**/*.ts', 'local/*/src/**/*.ts', 'web/src/**/*.{ts,tsx}']

/** Returns the paths of the code below `root`, without tests. */
export const sourceFiles = (root: string): string[] =>
  globSync(FILES, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) })
    .filter((file) => !/\.spec\.tsx?$/.test(file))
    .sort()

/** Reads the ids and calls in the code below `root`. */
export function readSources(root: string): Sources {
  const literals = new Set<string>()
  const patterns: RegExp[] = []
  const uses: Use[] = []
  for (const file of sourceFiles(root)) {
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) literals.add(node.text)
      if (ts.isTemplateExpression(node)) patterns.push(patternOf(node))
      const use = useOf(node)
      if (use && use.ids.length > 0) uses.push({ file, ...use })
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest))
  }
  return { literals, patterns: patterns.filter(({ source }) => /^\^[a-z]+\\\./.test(source)), uses }
}

/** Returns a pattern of the ids that a template can produce; one that ends with a dot is a prefix. */
function patternOf({ head, templateSpans }: ts.TemplateExpression): RegExp {
  const parts = [head.text, ...templateSpans.map(({ literal }) => literal.text)]
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')
  return new RegExp(`^${pattern}${parts.at(-1)!.endsWith('.') ? '' : '$'}`)
}

/**
 * Returns a call `t('id', { values })`, `texts(language)('id', { values })`, or an element `<Text id="id" values={{}}
 * />`.
 */
function useOf(node: ts.Node): Omit<Use, 'file'> | null {
  if (ts.isCallExpression(node)) {
    const { expression, arguments: args } = node
    if (!args[0] || !(ts.isCallExpression(expression) || (ts.isIdentifier(expression) && expression.text === 't')))
      return null
    return { ids: idsOf(args[0]), names: args[1] ? namesOf(args[1]) : [] }
  }
  if (!ts.isJsxSelfClosingElement(node) || !ts.isIdentifier(node.tagName) || node.tagName.text !== 'Text') return null
  const attributes = new Map(
    node.attributes.properties
      .filter(ts.isJsxAttribute)
      .map(({ name, initializer }) => [
        ts.isIdentifier(name) ? name.text : '',
        initializer && ts.isJsxExpression(initializer) ? initializer.expression : initializer,
      ]),
  )
  const [id, values, components] = ['id', 'values', 'components'].map((name) => attributes.get(name))
  const given = values ? namesOf(values) : []
  const tags = components ? namesOf(components)?.map((name) => `<${name}>`) : []
  return { ids: id ? idsOf(id) : [], names: given && tags ? [...given, ...tags] : null }
}

function idsOf(node: ts.Node): string[] {
  if (ts.isConditionalExpression(node)) return [...idsOf(node.whenTrue), ...idsOf(node.whenFalse)]
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) ? [node.text] : []
}

function namesOf(node: ts.Node): string[] | null {
  if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return null
  return node.properties.map(({ name }) =>
    name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '',
  )
}

/**
 * Returns a sentence for each id that the code never uses, and for each call whose values differ from those of its
 * text.
 */
export function checkUses({ literals, patterns, uses }: Sources, messages: ReadonlyMap<string, Message>): string[] {
  const promises = new Set([...messages.values()].flatMap((names) => names ?? []).filter(isPromise))
  const unused = [...messages.keys()].filter(
    (id) => !literals.has(id) && !promises.has(id) && !patterns.some((pattern) => pattern.test(id)),
  )
  const wrong = uses.flatMap(({ file, ids, names }) => {
    const known = ids.map((id) => messages.get(id)).filter((each) => each != null)
    if (!names || known.length === 0) return []
    const taken = new Set(known.flat().filter((name) => !isPromise(name)))
    const missing = [...taken].filter((name) => !names.includes(name))
    const excess = names.filter((name) => !taken.has(name))
    return [
      ...missing.map((name) => `${file}: "${ids.join('" or "')}" lacks ${name}`),
      ...excess.map((name) => `${file}: "${ids.join('" or "')}" doesn't take ${name}`),
    ]
  })
  return [...unused.map((id) => `"${id}" is not used`), ...wrong]
}

const isPromise = (name: string) => name.startsWith('promise.')

/** Files with Arabic characters that are not texts, with the reason. */
const NOT_TEXTS: Readonly<Record<string, string>> = {
  'libs/contracts/src/http/examples/chat.ts': 'an example of an article, in both languages',
  'libs/contracts/src/http/examples/investors.ts': 'an example of a decision, in both languages',
  'libs/contracts/src/http/examples/property.ts': 'an example of a property',
  'libs/money/src/format.ts': 'formats amounts',
  'libs/money/src/parse.ts': 'parses amounts',
  'libs/retrieval/src/search/query.ts': 'words of questions',
  'libs/retrieval/src/search/terms.ts': 'words of questions',
  'libs/retrieval/src/text/irregular-forms.ts': 'irregular forms of words',
  'libs/retrieval/src/text/normalise.ts': 'characters with several spellings',
  'libs/retrieval/src/text/stem-arabic.ts': 'prefixes and suffixes of words',
  'libs/retrieval/src/text/stop-words.ts': 'words without meaning for a search',
  'libs/retrieval/src/text/synonyms.ts': 'words with the same meaning',
  'libs/texts/src/languages.ts': 'the name of the language',
  'services/chat/src/account/safe-title.ts': 'what a title may not contain',
  'services/chat/src/answers/phrases.ts': 'phrases by which questions are recognised',
  'services/kyc/src/screening/fold-name.ts': 'letters and particles of Arabic names',
  'services/kyc/src/screening/normalise-name.ts': 'characters with several spellings',
  'services/property/src/catalogue/search-text.ts': 'characters with several spellings',
  'web/src/ui/money.tsx': 'how screen readers read amounts',
  'web/src/features/knowledge-admin/filter-articles.ts': 'characters with several spellings',
  'web/src/lib/format.ts': 'formats dates and shares',
  'web/src/features/staff/desk-keys.ts': 'keys of a keyboard',
  'local/payments/src/checkout-words.ts': 'a page of the simulated card processor',
}

/** Returns a sentence for each file with a text outside the catalogues, detected by Arabic characters. */
export function checkLooseTexts(root: string): string[] {
  return sourceFiles(root)
    .filter((file) => !NOT_TEXTS[file] && /\p{Script=Arabic}/u.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => `${file}: has a text that belongs in a catalogue`)
}
