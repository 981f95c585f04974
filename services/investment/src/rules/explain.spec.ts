import { describe, expect, it } from '@jest/globals'
import { type Language, LANGUAGES } from '@hissa/texts'
import { investorText } from './explain.js'
import { nameOf } from './rule.js'
import { RULE_PACKS } from './rules.js'

const languages = Object.keys(LANGUAGES) as Language[]
const names = [...new Set(Object.values(RULE_PACKS).flatMap((pack) => pack.map(({ id }) => nameOf(id))))]

describe.each(names)('a denial by %s', (name) => {
  it('is explained to the investor in every language, in other words than any other', () => {
    for (const language of languages) {
      const textOf = (of: string) => investorText({ rule: `pack.${of}`, inputs: { year: 2026 } }, language)
      const text = textOf(name)
      expect(text).toMatch(/\p{L}{2,}/u)
      expect(text).not.toMatch(/[{}]|rule\./)
      expect(names.filter((other) => textOf(other) === text)).toEqual([name])
    }
  })
})
