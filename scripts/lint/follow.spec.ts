import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { read, root, tableRows } from './tree.js'

interface Step {
  file: string
  /** What leads to the next step: an exported name, or a route that begins with a slash. */
  name: string | undefined
}

const inCode = (cell = '') => /^`(.+)`$/.exec(cell.trim())?.[1]
/** Returns the steps of each table of a guide. */
const partsOf = (guide: string) =>
  read(guide)
    .split(/^\*\*\d\. .*\*\*$/m)
    .slice(1)
    .map((part) =>
      tableRows(part).flatMap(([file, , name]): Step[] => {
        const path = inCode(file)
        return path ? [{ file: path, name: inCode(name) }] : []
      }),
    )

const hasWord = (file: string, name: string) =>
  new RegExp(String.raw`(?<![\w-])${name.replace(/^\//, '')}(?![\w-])`).test(read(file))
const exportsName = (file: string, name: string) =>
  new RegExp(
    String.raw`^export (?:const \{[^}]*|(?:async )?(?:class|function\*?|const|interface|type) )\b${name}\b`,
    'm',
  ).test(read(file))

/** Returns why a step does not lead to the next one; undefined if it does. */
function gap({ file, name }: Step, next: Step): string | undefined {
  if (!name) return `${file} connects to no step`
  const without = [file, next.file].find((each) => !hasWord(each, name))
  if (without) return `${without} does not mention ${name}`
  if (name.startsWith('/') || [file, next.file].some((each) => exportsName(each, name))) return undefined
  return `neither ${file} nor ${next.file} exports ${name}`
}

describe.each([
  {
    guide: 'docs/guides/follow-an-order.md',
    stages: ['web/', 'gateway', 'contracts', 'controller', 'ledger', 'store', 'relay', 'inbox', 'dashboard'],
    // Parts that begin outside the product or with the event of another service.
    beginnings: ['services/gateway/src/invest/payment-webhook.ts'],
  },
  {
    guide: 'docs/guides/follow-a-token.md',
    stages: ['web/', 'gateway', 'contracts', 'controller', 'store', 'sign', 'mint', 'issue', 'reconcile', 'anchor'],
    beginnings: ['libs/contracts/src/investment/events.ts', 'web/src/api/token-api.ts'],
  },
])('the path in $guide', ({ guide, stages, beginnings }) => {
  const parts = partsOf(guide)
  const steps = parts.flat()
  const files = [...new Set(steps.map(({ file }) => file))]

  it('passes every stage, in about twenty files', () => {
    expect(parts.filter((part) => part.length < 3)).toEqual([])
    expect(stages.filter((stage) => !files.some((file) => file.includes(stage)))).toEqual([])
    expect(files.length).toBeGreaterThanOrEqual(18)
    expect(files.length).toBeLessThanOrEqual(25)
  })

  it('names files that exist', () => {
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it('connects each file to the next by a name that is in both', () => {
    const gaps = parts.flatMap((part) => part.slice(1).map((next, i) => gap(part[i]!, next)))
    expect(gaps.filter(Boolean)).toEqual([])
  })

  it('begins each part after the first in a file of an earlier part, or where something new happens', () => {
    const seen = new Set(parts[0]!.map(({ file }) => file))
    const strangers = parts.slice(1).flatMap((part) => {
      const [{ file: first }] = part as [Step]
      const isKnown = seen.has(first)
      part.forEach(({ file }) => seen.add(file))
      return isKnown ? [] : [first]
    })
    expect(strangers).toEqual(beginnings)
  })
})

describe('a path', () => {
  it('reports a missing name, and one that neither file exports', () => {
    const [first, second] = partsOf('docs/guides/follow-an-order.md')[0]!
    expect(gap({ ...first!, name: 'NoSuchName' }, second!)).toMatch('does not mention NoSuchName')
    expect(gap({ ...first!, name: 'from' }, second!)).toMatch('exports from')
    expect(gap({ ...first!, name: undefined }, second!)).toMatch('connects to no step')
  })
})
