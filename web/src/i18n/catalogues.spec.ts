import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { compileMessage } from '@lingui/message-utils/compileMessage'

const SRC = join(import.meta.dirname, '..')
const namesOf = (locale: string) => readdirSync(join(SRC, 'i18n', locale)).sort()
const messagesOf = (locale: string, name: string) =>
  JSON.parse(readFileSync(join(SRC, 'i18n', locale, name), 'utf8')) as Record<string, string>
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }))

type Token = string | [string, string?, (Record<string, Token[] | number> | string)?]
const compiled = (text: string) => compileMessage(text) as unknown as Token[] | string

/** Names of the values and tags that a message takes. */
function placeholders(text: string): string[] {
  const names = new Set([...text.matchAll(/<\/?([a-z]\w*)\/?>/g)].map((match) => `<${match[1]}>`))
  const visit = (tokens: Token[] | string): void => {
    if (typeof tokens === 'string') return
    for (const token of tokens) {
      if (typeof token === 'string') continue
      names.add(token[0])
      if (typeof token[2] === 'object') Object.values(token[2]).forEach((form) => Array.isArray(form) && visit(form))
    }
  }
  visit(compiled(text))
  return [...names].sort()
}

describe('catalogues', () => {
  it('are the same files in every language', () => expect(namesOf('ar')).toEqual(namesOf('en')))

  describe.each(namesOf('en'))('%s', (name) => {
    const [en, ar] = [messagesOf('en', name), messagesOf('ar', name)]

    it('lacks no message in Arabic and has none too many', () => {
      expect(Object.keys(ar).sort()).toEqual(Object.keys(en).sort())
      expect(Object.entries(ar).filter(([, text]) => !text.trim())).toEqual([])
    })

    it('takes the same values in both languages', () => {
      for (const id of Object.keys(en)) expect([id, placeholders(ar[id]!)]).toEqual([id, placeholders(en[id]!)])
    })

    it('has every plural form that Arabic has', () => {
      for (const [id, text] of Object.entries(ar)) {
        if (!/, plural,/.test(text)) continue
        for (const form of ['zero', 'one', 'two', 'few', 'many', 'other'])
          expect(`${id}: ${text}`).toMatch(new RegExp(`\\b${form} \\{`))
      }
    })
  })

  it('hold every id that the code names', () => {
    const ids = new Set(namesOf('en').flatMap((name) => Object.keys(messagesOf('en', name))))
    const prefixes = new Set([...ids].map((id) => id.split('.')[0]))
    const used = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/['"]([a-z]+\.[A-Za-z0-9._-]+)['"]/g)].map((match) => ({ path, id: match[1]! })),
    )
    const missing = used.filter(
      ({ id }) => prefixes.has(id.split('.')[0]) && !ids.has(id) && !/\.(js|json|css|tsx?)$/.test(id),
    )
    expect(missing).toEqual([])
  })
})

describe('direction', () => {
  // Physical sides would stay where they are when the page turns to the left.
  const PHYSICAL =
    /(?<![\w-])-?(?:ml|mr|pl|pr|left|right|border-l|border-r|rounded-l|rounded-r|rounded-tl|rounded-tr|rounded-bl|rounded-br|scroll-ml|scroll-mr|scroll-pl|scroll-pr)-[\w[./]+|(?<![\w-])text-(?:left|right)(?![\w-])|(?<![\w-])float-(?:left|right)/

  it('comes from the language: no physical utility in any class', () => {
    const found = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/(['"`])((?:(?!\1)[^\\\n])*)\1/g)]
        .map((match) => PHYSICAL.exec(match[2]!)?.[0])
        .filter((hit) => hit && hit !== 'rounded-l')
        .map((hit) => `${path}: ${hit}`),
    )
    expect(found).toEqual([])
  })

  it('is logical in the style sheets too', () => {
    const css = readdirSync(join(SRC, 'ui')).filter((name) => name.endsWith('.css'))
    for (const name of css) {
      const text = readFileSync(join(SRC, 'ui', name), 'utf8')
      expect([
        name,
        text.match(
          /(?:^|[\s;{])(?:margin|padding|border)-(?:left|right)|(?:^|\s)(?:left|right):|text-align: (?:left|right)/,
        ),
      ]).toEqual([name, null])
    }
  })
})
