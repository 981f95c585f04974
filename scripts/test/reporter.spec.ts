import { describe, expect, it } from '@jest/globals'
import ProgressReporter from './reporter.mjs'

const result = (failed: number) => ({
  ...{ numPassingTests: 3, numFailingTests: failed, perfStats: { runtime: 4200 }, testResults: [] },
  failureMessage: failed ? '  ● it broke' : null,
})

function run(isTTY: boolean) {
  const written: string[] = []
  const out = { isTTY, columns: 100, write: (text: string) => written.push(text) }
  const reporter = new ProgressReporter({ rootDir: '/hissa' }, { out })
  reporter.onRunStart({ numTotalTestSuites: 12 })
  for (const [path, failed] of [['/hissa/libs/a.spec.ts', 0] as const, ['/hissa/libs/b.spec.ts', 1] as const]) {
    reporter.onTestFileStart({ path })
    reporter.onTestFileResult({ path }, result(failed))
  }
  clearInterval(reporter.timer)
  return written.join('')
}

describe('the progress of tests', () => {
  it('is a line for each file in a log: how many are done, its counts and time, and why it failed', () => {
    expect(run(false)).toBe(
      '      1 of 12 libs/a.spec.ts: 3 passed, 4.2 s\n' +
        'FAIL  2 of 12 libs/b.spec.ts: 3 passed, 1 failed, 4.2 s\n  ● it broke\n',
    )
  })

  it('is one updated line on a terminal, where only failures stay', () => {
    const text = run(true)
    expect(text).toContain('1 of 12 files')
    expect(text).toContain('b.spec.ts 0 s')
    expect(text.split('\n').filter((line) => line.includes('a.spec.ts: 3 passed'))).toEqual([])
    expect(text).toContain('FAIL  2 of 12 libs/b.spec.ts: 3 passed, 1 failed, 4.2 s\n')
  })
})
