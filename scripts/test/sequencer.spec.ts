import { describe, expect, it } from '@jest/globals'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import LongestFirst from './sequencer.mjs'

const root = join(import.meta.dirname, '../..')
const sizes: Record<string, number> = { 'a.spec.ts': 3_000, 'b.spec.ts': 9_000, 'c.spec.ts': 3_000 }
const order = (...paths: string[]) => {
  const sizeOf = (path: string) => sizes[path.slice('/hissa/'.length)] ?? 0
  const sequencer = new LongestFirst({ globalConfig: { rootDir: '/hissa' } }, sizeOf)
  return sequencer.sort(paths.map((path) => ({ path: `/hissa/${path}` }))).map(({ path }) => path.slice(7))
}

describe('the order of test files', () => {
  it('begins with known long files, then large ones, whatever the order of the input', () => {
    const expected = [
      'tests/platform/journey.spec.ts',
      'libs/messaging/test/recovery.spec.ts',
      'b.spec.ts',
      'a.spec.ts',
      'c.spec.ts',
    ]
    expect(order(...expected)).toEqual(expected)
    expect(order(...expected.toReversed())).toEqual(expected)
  })

  it('lists only files that exist', () => {
    const source = readFileSync(join(import.meta.dirname, 'sequencer.mjs'), 'utf8')
    const known = [...source.matchAll(/'(\S+\.spec\.ts)':/g)].map(([, path]) => path!)
    expect(known.length).toBeGreaterThan(0)
    expect(known.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
