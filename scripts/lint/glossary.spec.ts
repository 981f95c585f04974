import { describe, expect, it } from '@jest/globals'
import { inTree, matches, read, tableRows } from './tree.js'

const entries = tableRows(read('docs/glossary.md'))
  .filter(([term]) => term !== 'term')
  .map(([term, code, meaning, arabic]) => ({ term: term!, code: code!, meaning: meaning!, arabic: arabic! }))

const twice = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i)
/** Every identifier of the code, without packages and tests. */
const words = () => {
  const files = inTree('{libs,services,web/src,local}/**/*.{ts,tsx}').filter((file) => !/\.spec\.tsx?$/.test(file))
  return new Set(files.flatMap((file) => read(file).match(/\w+/g) ?? []))
}

describe('the glossary', () => {
  it('defines each term once, in English and in Arabic', () => {
    expect(entries.length).toBeGreaterThan(60)
    expect(twice(entries.map(({ term }) => term))).toEqual([])
    expect(twice(entries.map(({ arabic }) => arabic))).toEqual([])
  })

  it('has a code name, a sentence and an Arabic term for each', () => {
    const incomplete = entries.filter(
      ({ code, meaning, arabic }) =>
        !/^(`\w+`|–)$/.test(code) || !/^[A-Z].{8,}\.$/.test(meaning) || !/^[\p{Script=Arabic} ()]+$/u.test(arabic),
    )
    expect(incomplete).toEqual([])
  })

  it('names code that exists', () => {
    const known = words()
    const names = entries.flatMap(({ code }) => matches(code, /`(\w+)`/g))
    expect(names.length).toBeGreaterThan(60)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  it('names code that exists in the product specification too', () => {
    const known = words()
    const constants = tableRows(read('docs/product.md')).flatMap(([, , code]) => matches(code ?? '', /`(\w+)`/g))
    expect(constants.length).toBeGreaterThan(15)
    expect(constants.filter((name) => !known.has(name))).toEqual([])
  })
})
