import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { read, root, sectionOf, tableRows } from './tree.js'

interface Step {
  file: string
  /** What leads to the next step: an exported name, or a route that begins with a slash. */
  name: string | undefined
}

const inCode = (cell = '') => /^`(.+)`$/.exec(cell.trim())?.[1]
const section = sectionOf(read('services/investment/README.md'), 'Follow one order')
/** One list of steps per table. */
const parts = section
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

describe('the path of an order in the README of investment', () => {
  const steps = parts.flat()

  it('leads from a route to a row, to an event, to an email and the dashboard', () => {
    expect(parts.map((part) => part.length > 3)).toEqual([true, true, true, true, true, true])
    const files = steps.map(({ file }) => file).join('\n')
    for (const stage of [
      'gateway',
      'contracts',
      'controller',
      'store',
      'ledger',
      'events',
      'when-event-received',
      'dashboard',
    ]) {
      expect(files).toContain(stage)
    }
  })

  it('names files that exist', () => {
    expect(steps.filter(({ file }) => !existsSync(join(root, file)))).toEqual([])
  })

  it('connects each file to the next by a name that is in both', () => {
    const gaps = parts.flatMap((part) => part.slice(1).map((next, i) => gap(part[i]!, next)))
    expect(gaps.filter(Boolean)).toEqual([])
  })

  it('begins each part after the first in a file of an earlier part, except the webhook', () => {
    const seen = new Set(parts[0]!.map(({ file }) => file))
    const strangers = parts.slice(1).filter((part) => {
      const isKnown = seen.has(part[0]!.file)
      part.forEach(({ file }) => seen.add(file))
      return !isKnown
    })
    expect(strangers.map(([first]) => first!.file)).toEqual(['services/gateway/src/invest/payment-webhook.ts'])
  })

  it('reports a missing name, and one that neither file exports', () => {
    const [first, second] = parts[0]!
    expect(gap({ ...first!, name: 'NoSuchName' }, second!)).toMatch('does not mention NoSuchName')
    expect(gap({ ...first!, name: 'from' }, second!)).toMatch('exports from')
    expect(gap({ ...first!, name: undefined }, second!)).toMatch('connects to no step')
  })
})
