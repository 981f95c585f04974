import { describe, expect, it } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failuresInTap, failuresOfFile, firstLine, listFailures } from './failures.mjs'

const RED = '\u001b[31m'
const passed = { status: 'passed', ancestorTitles: ['placing'], title: 'works', failureMessages: [] }

/** Runs `source` with Node's test runner and returns its report. */
function tapOf(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tap-'))
  try {
    const file = join(folder, 'example.mjs')
    writeFileSync(file, source)
    return spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], { encoding: 'utf8' }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the failures in a file of Jest', () => {
  it('have the full name of the test and the first line of its error, without colours', () => {
    const failed = {
      ...{ status: 'failed', ancestorTitles: ['placing', 'an order'], title: 'takes units' },
      failureMessages: [`placing > an order > takes units\n    Error: ${RED}no units\n        at orders.ts:4\n`],
    }
    expect(failuresOfFile('a.spec.ts', { testResults: [passed, failed], failureMessage: '● …' })).toEqual([
      { file: 'a.spec.ts', name: 'placing › an order › takes units', error: 'Error: no units' },
    ])
  })

  it('include one without a name when the file could not be run', () => {
    const failureMessage = `  ${RED}● Test suite failed to run\n\n    Cannot find module './gone.js'\n`
    expect(failuresOfFile('a.spec.ts', { failureMessage })).toEqual([
      { file: 'a.spec.ts', name: '', error: "Cannot find module './gone.js'" },
    ])
    expect(failuresOfFile('a.spec.ts', { testExecError: { message: 'out of memory' }, failureMessage })).toMatchObject([
      { error: 'out of memory' },
    ])
  })

  it('are empty when all tests passed', () => {
    expect(failuresOfFile('a.spec.ts', { testResults: [passed], failureMessage: null })).toEqual([])
  })
})

describe('the failures in a report of Node’s test runner', () => {
  const source = `
    import { before, describe, it } from 'node:test'
    import assert from 'node:assert/strict'
    describe('the journey', () => {
      it('signs up', () => {})
      it('pays order # 1', () => assert.equal(1, 2))
      it('is to be written', { todo: true }, () => { throw new Error('not yet') })
      describe('at night', () => {
        it('mails', () => { throw new Error("it's late\\nnot ok 1 - # Subtest: no test") })
        it('sleeps', () => {})
      })
    })
    describe('without a platform', () => {
      before(() => { throw new Error('nothing listens') })
      it('says so', () => {})
    })`

  it('have the full name and the first line of the error, also for hooks and for tests that they cancel', () => {
    expect(failuresInTap('a.e2e.ts', tapOf(source))).toEqual([
      { file: 'a.e2e.ts', name: 'the journey › pays order # 1', error: 'Expected values to be strictly equal:' },
      { file: 'a.e2e.ts', name: 'the journey › at night › mails', error: "it's late" },
      {
        ...{ file: 'a.e2e.ts', name: 'without a platform › says so' },
        error: 'test did not finish before its parent and was cancelled',
      },
      { file: 'a.e2e.ts', name: 'without a platform', error: 'nothing listens' },
    ])
  })

  it('include a file that could not be run, and are empty when all tests passed', () => {
    expect(failuresInTap('a.e2e.ts', tapOf("throw new Error('at import')"))).toMatchObject([{ error: 'test failed' }])
    expect(failuresInTap('a.e2e.ts', tapOf("import { it } from 'node:test'; it('works', () => {})"))).toEqual([])
  })
})

describe('the list at the end of a run', () => {
  it('names each failure by step, file and test, with one line of its error', () => {
    const failures = [
      { file: 'a.spec.ts', name: 'placing › takes units', error: 'Error: no units\n    at orders.ts:4' },
      { file: 'b.spec.ts', name: '', error: 'Cannot find module' },
    ]
    expect(listFailures([{ name: 'lint' }, { name: 'service tests', failures }])).toEqual([
      'Failed:',
      '  service tests › a.spec.ts › placing › takes units',
      '    Error: no units',
      '  service tests › b.spec.ts',
      '    Cannot find module',
    ])
  })

  it('is empty when nothing failed', () => {
    expect(listFailures([{ name: 'lint', failures: [] }])).toEqual([])
  })

  it('has a line for an error without a text', () => {
    expect(firstLine(`\n ${RED}\n`)).toBe('no message')
  })
})
