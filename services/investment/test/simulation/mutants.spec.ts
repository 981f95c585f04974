import { describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MUTANTS } from './mutants.js'

const ROOT = join(import.meta.dirname, '../../../..')

describe('a mutant', () => {
  // Otherwise a defect is no longer planted after its code has changed.
  it.each(MUTANTS)('replaces exactly one place of the code: $name', ({ file, find, replace }) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    expect(source.split(find)).toHaveLength(2)
    expect(replace).not.toBe(find)
  })
})
