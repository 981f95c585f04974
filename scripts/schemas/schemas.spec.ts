import { describe, expect, it } from '@jest/globals'
import { compareReleases } from './compare-releases.js'
import { committed, current, generated, released, versions } from './folder.js'

const COMMAND = 'npm run generate'

describe('the committed schemas', () => {
  it(`match the contracts, as ${COMMAND} writes them`, () => {
    const [now, before] = [generated(), committed()]
    const outdated = [...now].filter(([path, text]) => before.get(path) !== text).map(([path]) => path)
    const superfluous = [...before.keys()].filter((path) => !now.has(path))
    expect({ run: COMMAND, outdated, superfluous }).toEqual({ run: COMMAND, outdated: [], superfluous: [] })
  })

  it('are compatible with the latest release', () => {
    expect(compareReleases(released(), current())).toEqual([])
  })

  it('belong to the latest release or a later version', () => {
    const numbers = (version: string) => version.split('.').map(Number)
    const newest = [current().version, versions().at(-1)!.version].sort((a, b) => {
      const [left, right] = [numbers(a), numbers(b)]
      const index = left.findIndex((number, place) => number !== right[place])
      return index < 0 ? 0 : left[index]! - right[index]!
    })
    expect(newest.at(-1)).toBe(current().version)
  })
})
