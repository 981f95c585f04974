import { describe, expect, it } from '@jest/globals'
import { failuresOfFile, firstLine, listFailures, listUnstable } from './failures.mjs'

const RED = '\u001b[31m'
const passed = { status: 'passed', ancestorTitles: ['placing'], title: 'works', failureMessages: [] }

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

describe('the list at the end of a run', () => {
  it('names each failure by step, file and test, with one line of its error', () => {
    const failures = [
      {
        step: 'service tests',
        file: 'a.spec.ts',
        name: 'placing › takes units',
        error: 'no units\n    at orders.ts:4',
      },
      { step: 'service tests', file: 'b.spec.ts', name: '', error: 'Cannot find module' },
    ]
    expect(listFailures(failures)).toEqual([
      'Failed:',
      '  service tests › a.spec.ts › placing › takes units',
      '    no units',
      '  service tests › b.spec.ts',
      '    Cannot find module',
    ])
  })

  it('is empty when nothing failed', () => {
    expect(listFailures([])).toEqual([])
  })

  it('has a line for an error without a text', () => {
    expect(firstLine(`\n ${RED}\n`)).toBe('no message')
  })

  it('names each unstable test in one line', () => {
    const unstable = [{ file: 'a.spec.ts', name: 'placing › takes units', error: 'no units\n    at orders.ts:4' }]
    expect(listUnstable(unstable)).toEqual(['unstable: a.spec.ts › placing › takes units: no units'])
  })
})
