import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { inTree, read as readText, root } from './tree.js'

const SCANNED = '**/{Dockerfile,*.{md,ts,tsx,mts,mjs,cjs,js,css,html,yml,sh}}'
/** Prefix of the environment variables of the machines that run the tests, which are not part of the project. */
const OF_THE_MACHINE = '.ci/'

const files = inTree(SCANNED).filter((file) => !file.startsWith(OF_THE_MACHINE))
const isProse = (file: string) => file.endsWith('.md')
const self = 'scripts/lint/references.spec.ts'

/** Returns the text for readers: the whole of a document, the comments of code. */
function commentsOf(text: string): string {
  const blocks = text.match(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*|^\s*#.*/gm) ?? []
  return blocks.join('\n')
}

/** References to documents and their sections. A standard may be cited: `RFC 7009 §2.2`. */
const OUTSIDE = [
  /\bDESIGN\b/g,
  /\bseed(?:['’]s| §)/g,
  // A path of a cluster's object, such as `/spec/replicas`, begins with a slash.
  /(?<![\w/])spec\/[\w-]+/g,
  /\.\.\/shared\b/g,
  /\bissue #?\d+/gi,
  /\bthe (?:design|brief) (?:says|names|asks|wants|gives)\b/gi,
  /(?<!\b(?:RFC \d+|Unicode \d+|UTS \d+) )§ ?[\dA-Z]/g,
]
/** The number of a decision in a list that the project does not contain. */
const NUMBERED = /(?<![\w#-])D\d{1,2}\b(?!-)/g
const DOCUMENT = /[\w./-]*\w\.md\b/g

const found = (patterns: readonly RegExp[], text: string) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([match]) => match))

/**
 * Returns whether a comment or document names a file of the tree: from the root, from its own folder, or a README or
 * CHANGELOG.
 */
function isOfTheTree(name: string, file: string): boolean {
  return [name, join(dirname(file), name)].some((path) => existsSync(join(root, path))) || known.has(basename(name))
}
const known = new Set(files.filter(isProse).map((file) => basename(file)))

describe('the project', () => {
  it('refers to no document outside its tree', () => {
    const wrong = files
      .filter((file) => file !== self)
      .flatMap((file) => {
        const text = readText(file)
        const read = isProse(file) ? text : commentsOf(text)
        const missing = found([DOCUMENT], read).filter((name) => !isOfTheTree(name, file))
        return [...found(OUTSIDE, text), ...found([NUMBERED], read), ...missing].map((name) => `${file}: ${name}`)
      })
    expect(files.length).toBeGreaterThan(900)
    expect(wrong).toEqual([])
  })

  it.each([
    ['// See DESIGN, section 6', 1],
    ['/** The larger minimum (D10), waived when less is left. */', 1],
    ['// as the seed’s rule has it; source: spec/rules', 2],
    ['path: /spec/egress/-', 0],
    ['// Revokes the family (RFC 7009 §2.2).', 0],
    ['const D10 = 10', 0],
  ])('counts its references to other documents in %s', (text, count) => {
    expect([...found(OUTSIDE, text), ...found([NUMBERED], commentsOf(text))]).toHaveLength(count)
  })
})
