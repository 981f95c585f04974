import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const SRC = join(import.meta.dirname, '..')

describe('fields whose look and words come from the browser', () => {
  it('aren’t used: dates have three fields, and files are chosen with a label', () => {
    const found = globSync('**/*.tsx', { cwd: SRC }).flatMap((file) => {
      const text = readFileSync(join(SRC, file), 'utf8')
      const native = /type="(date|datetime-local|time|month|week|color)"|'datetime-local'/.test(text)
      const inputs = text.match(/<input\b[^>]*?\btype="file"[^]*?\/>/g) ?? []
      return native || inputs.some((input) => !input.includes('className="sr-only"')) ? [file] : []
    })
    expect(found).toEqual([])
  })
})
