import { describe, expect, it } from '@jest/globals'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install } from '@sinonjs/fake-timers'
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
  clearTimeout(reporter.hang)
  return written.join('')
}

describe('the progress reporter', () => {
  it('writes a line per file to a log: progress, counts, time, and errors', () => {
    expect(run(false)).toBe(
      '      1 of 12 libs/a.spec.ts: 3 passed, 4.2 s\n' +
        'FAIL  2 of 12 libs/b.spec.ts: 3 passed, 1 failed, 4.2 s\n  ● it broke\n',
    )
  })

  it('updates one line on a terminal, where only failures remain', () => {
    const text = run(true)
    expect(text).toContain('1 of 12 files')
    expect(text).toContain('b.spec.ts 0 s')
    expect(text.split('\n').filter((line) => line.includes('a.spec.ts: 3 passed'))).toEqual([])
    expect(text).toContain('FAIL  2 of 12 libs/b.spec.ts: 3 passed, 1 failed, 4.2 s\n')
  })

  it('stops a run in which no file has ended for ten minutes, and names the files that run', () => {
    const clock = install()
    try {
      const [written, codes]: [string[], number[]] = [[], []]
      const out = { isTTY: false, columns: 100, write: (text: string) => written.push(text) }
      const exit = (code: number) => codes.push(code)
      const reporter = new ProgressReporter({ rootDir: '/hissa' }, { out, exit })
      reporter.onRunStart({ numTotalTestSuites: 2 })
      reporter.onTestFileStart({ path: '/hissa/libs/a.spec.ts' })
      reporter.onTestFileStart({ path: '/hissa/libs/b.spec.ts' })
      clock.tick(590_000)
      reporter.onTestFileResult({ path: '/hissa/libs/a.spec.ts' }, result(0))
      clock.tick(590_000)
      expect(codes).toEqual([])
      clock.tick(10_000)
      expect(codes).toEqual([1])
      expect(written.at(-1)).toBe('FAIL libs/b.spec.ts has not ended for 10 minutes\n')
    } finally {
      clock.uninstall()
    }
  })

  it('ends with a report of the counts and failures', () => {
    const folder = mkdtempSync(join(tmpdir(), 'report-'))
    try {
      const report = join(folder, 'report.json')
      const out = { isTTY: false, columns: 100, write: () => undefined }
      const reporter = new ProgressReporter({ rootDir: '/hissa' }, { out, report })
      reporter.onRunStart({ numTotalTestSuites: 1 })
      reporter.onTestFileResult({ path: '/hissa/libs/b.spec.ts' }, result(1))
      reporter.onRunComplete(new Set(), {
        ...{ numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 1, numPendingTests: 0 },
      })
      expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual({
        ...{ passed: 3, failed: 1, skipped: 0 },
        failures: [{ file: 'libs/b.spec.ts', name: '', error: '● it broke' }],
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
