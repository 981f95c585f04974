import { describe, expect, it } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../scripts/compile.mjs'

const folder = join(import.meta.dirname, '../src/generated')

describe('src/generated', () => {
  const { files, sizes, warnings } = compile()

  it('is what the compiler makes of the contracts; if not, run node libs/token-suite/scripts/compile.mjs', () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(files).sort())
    const outdated = Object.keys(files).filter((name) => readFileSync(join(folder, name), 'utf8') !== files[name])
    expect(outdated).toEqual([])
  })

  it('contains contracts that every chain accepts', () => {
    expect(Object.values(sizes).filter((bytes) => bytes > 24_576)).toEqual([])
    expect(Object.keys(sizes)).toContain('PropertyToken')
  })

  it('compiles without warnings about our contracts', () => {
    expect(warnings.filter((warning) => warning.includes('--> contracts/'))).toEqual([])
  })
})
