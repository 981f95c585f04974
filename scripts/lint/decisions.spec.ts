import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const folder = join(import.meta.dirname, '../../docs/decisions')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

/**
 * Rows of the index: `
 * date
 * [title](file)
 * decision
 * `.
 */
const rows = [...read('README.md').matchAll(/^\| (\S+) \| \[(.+)\]\((\S+)\) \| (.*) \|$/gm)].map(
  ([, date, title, file, summary]) => ({ date, title, file, summary: summary! }),
)

describe('the index of decisions', () => {
  it('lists every decision once, oldest first, with its date and title', () => {
    const decisions = readdirSync(folder).filter((file) => file !== 'README.md')
    const expected = decisions.sort().map((file) => ({
      date: file.slice(0, '2026-11-22'.length),
      title: /^# (.+?)(?: \(\d{4}-\d\d-\d\d\))?$/m.exec(read(file))![1],
      file,
    }))
    expect(rows.map(({ date, title, file }) => ({ date, title, file }))).toEqual(expected)
  })

  it('summarises each decision in one line', () => {
    expect(rows.filter(({ summary }) => !/^[A-Z`].{20,160}\.$/.test(summary))).toEqual([])
  })
})
