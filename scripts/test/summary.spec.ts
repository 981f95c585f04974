import { describe, expect, it } from '@jest/globals'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCodeOf, recordUnstable, summarize, summaryLines, withStatus } from './summary.mjs'

const failure = { file: 'b.spec.ts', name: 'waits', error: 'too late' }
const steps = [
  { name: 'behaviour', results: [{ file: 'a.spec.ts', passed: 5, failed: 0, skipped: 2, failures: [] }] },
  { name: 'screens', results: [{ file: 'b.spec.ts', passed: 3, failed: 1, skipped: 0, failures: [failure] }] },
  { name: 'life', results: [], unstable: [{ ...failure, file: 'c.spec.ts' }] },
  { name: 'containers', skipped: 'no image of MongoDB' },
]

describe('the summary of a run', () => {
  it('ends with what was skipped, what failed, what is unstable, and the counts of all runs', () => {
    const more = summarize([{ name: 'more', results: [{ file: 'd', passed: 1, failed: 0, skipped: 0, failures: [] }] }])
    expect(summaryLines([summarize(steps), more])).toEqual([
      '',
      'skipped: containers: no image of MongoDB',
      '1 step and 2 tests were skipped',
      '',
      'Failed:',
      '  screens › b.spec.ts › waits',
      '    too late',
      '',
      'unstable: c.spec.ts › waits: too late',
      '',
      '9 passed, 1 failed',
    ])
  })

  it('has a failure if a run ended with an error that it does not contain', () => {
    const passed = [summarize(steps.slice(0, 1))]
    expect(withStatus(passed, 0)).toEqual(passed)
    expect(summaryLines(withStatus(passed, 1)).at(-1)).toBe('5 passed, 1 failed')
    expect(summaryLines(withStatus([], 1)).at(-1)).toBe('0 passed, 1 failed')
    expect(summaryLines(withStatus([summarize(steps)], 1)).at(-1)).toBe('8 passed, 1 failed')
  })

  it.each([
    ['0 if tests passed and none failed', 0, steps.slice(0, 1)],
    ['1 if a test failed', 1, steps],
    ['1 if no test ran', 1, [{ name: 'containers', skipped: 'no image of MongoDB' }]],
    ['1 if there was no step', 1, []],
    ['0 if the time limit left out every step', 0, [{ name: 'containers', skipped: 'too late', isLate: true }]],
    [
      '1 if no test ran in a step that the time limit did not leave out',
      1,
      [
        { name: 'screens', results: [] },
        { name: 'containers', skipped: 'too late', isLate: true },
      ],
    ],
  ])('gives the run the exit code %s', (_, code, ended) => {
    expect(exitCodeOf(ended)).toBe(code)
  })

  it('replaces the unstable tests of its command in the file, and keeps those of others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unstable-'))
    const file = join(folder, '.data', 'unstable.json')
    const recorded = () => JSON.parse(readFileSync(file, 'utf8')) as object[]
    try {
      recordUnstable(file, 'npm test', summarize(steps))
      recordUnstable(file, 'npm run test:more', summarize(steps))
      recordUnstable(file, 'npm test', summarize([]))
      expect(recorded()).toEqual([{ command: 'npm run test:more', step: 'life', ...failure, file: 'c.spec.ts' }])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
