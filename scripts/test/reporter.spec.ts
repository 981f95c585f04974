import { describe, expect, it } from '@jest/globals'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ProgressReporter from './reporter.mjs'

const result = (failed: number) => ({
  ...{ numPassingTests: 3, numFailingTests: failed, perfStats: { runtime: 4200 }, testResults: [] },
  failureMessage: failed ? '  ● it broke' : null,
})

function run(isTTY: boolean) {
  const written: string[] = []
  const out = { isTTY, columns: 100, write: (text: string) => written.push(text) }
  const reporter = new ProgressReporter({ rootDir: '/hissa' }, { out, report: '' })
  reporter.onRunStart({ numTotalTestSuites: 12 })
  for (const [path, failed] of [['/hissa/libs/a.spec.ts', 0] as const, ['/hissa/libs/b.spec.ts', 1] as const]) {
    reporter.onTestFileStart({ path })
    reporter.onTestFileResult({ path }, result(failed))
  }
  clearInterval(reporter.timer)
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

  it('reports each file when it starts and ends, and the end of the run', () => {
    const folder = mkdtempSync(join(tmpdir(), 'report-'))
    try {
      const report = join(folder, 'report.jsonl')
      const out = { isTTY: false, columns: 100, write: () => undefined }
      const reporter = new ProgressReporter({ rootDir: '/hissa' }, { out, report })
      reporter.onRunStart({ numTotalTestSuites: 1 })
      reporter.onTestFileStart({ path: '/hissa/libs/b.spec.ts' })
      reporter.onTestFileResult({ path: '/hissa/libs/b.spec.ts' }, { ...result(1), numPendingTests: 2 })
      reporter.onRunComplete()
      const lines = readFileSync(report, 'utf8').trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
        { started: 'libs/b.spec.ts' },
        {
          ...{ file: 'libs/b.spec.ts', passed: 3, failed: 1, skipped: 2 },
          failures: [{ file: 'libs/b.spec.ts', name: '', error: '● it broke' }],
        },
        { isComplete: true },
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
