import { describe, expect, it } from '@jest/globals'
import { terminalLines, terminalLog } from './terminal-log.js'
import { typeLines } from './type-check.js'

describe('terminalLines', () => {
  it('shows warnings and errors in words, with stack frames of our code only', () => {
    const stack = 'Error: no\n    at place (/x/services/kyc/src/a.ts:1:1)\n    at next (/x/node_modules/rxjs/b.js:2:2)'
    const line = JSON.stringify({ level: 50, msg: 'a page failed', err: { message: 'no', stack } })
    expect(terminalLines(line)).toEqual([
      'error: a page failed',
      'Error: no',
      '    at place (/x/services/kyc/src/a.ts:1:1)',
    ])
  })

  it.each([
    ['requests and progress stay in the log file', JSON.stringify({ level: 30, msg: 'ready' }), []],
    ['what a developer prints is shown', 'here 42', ['here 42']],
    ['an object that a developer prints is shown', '{"a":1}', ['{"a":1}']],
    ['native frames are not', '    at node:internal/modules/esm:1:1', []],
  ])('%s', (_name, line, expected) => expect(terminalLines(line)).toEqual(expected))
})

describe('terminalLog', () => {
  it('puts the name before each line, however the output is split', () => {
    let written = ''
    const log = terminalLog('kyc', (text) => (written += text))
    for (const part of ['on', 'e\ntw', 'o\n']) log(Buffer.from(part))
    expect(written).toBe('kyc           one\nkyc           two\n')
  })
})

describe('typeLines', () => {
  it('shows errors with their count, then once that there are none, and no other output', () => {
    const lines = typeLines()
    const show = (text: string) => lines(text)
    expect(show('10:00:00 - Starting compilation in watch mode...')).toEqual([])
    expect(show('10:00:05 - Found 0 errors. Watching for file changes.')).toEqual([])
    expect(show('a.ts(1,1): error TS2322: no')).toEqual(['a.ts(1,1): error TS2322: no'])
    expect(show('10:00:09 - Found 1 error. Watching for file changes.')).toEqual(['1 error'])
    expect(show('10:00:12 - Found 0 errors. Watching for file changes.')).toEqual(['no errors'])
    expect(show('10:00:15 - Found 0 errors. Watching for file changes.')).toEqual([])
  })
})
