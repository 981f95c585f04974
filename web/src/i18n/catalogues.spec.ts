import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const SRC = join(import.meta.dirname, '..')
const idsOf = (name: string) => Object.keys(JSON.parse(readFileSync(join(SRC, 'i18n/en', name), 'utf8')) as object)
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }))

describe('catalogues', () => {
  it('contain every id that the code names', () => {
    const ids = new Set(readdirSync(join(SRC, 'i18n/en')).flatMap(idsOf))
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

describe('text direction', () => {
  // Physical sides would stay where they are when the page is mirrored.
  const PHYSICAL =
    /(?<![\w-])-?(?:ml|mr|pl|pr|left|right|border-l|border-r|rounded-l|rounded-r|rounded-tl|rounded-tr|rounded-bl|rounded-br|scroll-ml|scroll-mr|scroll-pl|scroll-pr)-[\w[./]+|(?<![\w-])text-(?:left|right)(?![\w-])|(?<![\w-])float-(?:left|right)/

  it('comes from the language: no class uses a physical utility', () => {
    const found = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/(['"`])((?:(?!\1)[^\\\n])*)\1/g)]
        .map((match) => PHYSICAL.exec(match[2]!)?.[0])
        .filter((hit) => hit && hit !== 'rounded-l')
        .map((hit) => `${path}: ${hit}`),
    )
    expect(found).toEqual([])
  })

  it('is logical in the style sheets', () => {
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
