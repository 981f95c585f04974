import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { Linter } from 'eslint'
import { machineTime, timePorts } from './machine-time.mjs'

const linter = new Linter()
const { globals, imports, syntax } = machineTime
const names = [
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'performance',
  'globalThis',
  'process',
  'AbortSignal',
  'Date',
]

/** Returns how many uses of the system’s time are reported. */
const reports = (code: string) =>
  linter.verify(code, {
    languageOptions: { globals: Object.fromEntries(names.map((name) => [name, 'readonly' as const])) },
    rules: {
      'no-restricted-globals': ['error', ...globals],
      'no-restricted-imports': ['error', { paths: imports }],
      'no-restricted-syntax': ['error', ...syntax],
    },
  }).length

describe('the lint rules for machine time', () => {
  it.each([
    'const at = Date.now()',
    'const now = Date.now',
    'const at = new Date()',
    'const at = Date()',
    'const ms = performance.now()',
    'setTimeout(run, 5)',
    'setInterval(run, 5)',
    'globalThis.setTimeout(run, 5)',
    "import { setTimeout as sleep } from 'node:timers/promises'",
    "import { performance as clock } from 'perf_hooks'",
    'const at = process.hrtime.bigint()',
    'const signal = AbortSignal.timeout(5)',
  ])('forbid `%s`', (code) => {
    expect(reports(code)).toBe(1)
  })

  it.each([
    'const at = new Date(timing.wallMs())',
    'const at = Date.parse(text)',
    'socket.setTimeout(5)',
    'timing.after(5, run)',
    'const next = new Promise((resolve) => setImmediate(resolve))',
  ])('allow `%s`', (code) => {
    expect(reports(code)).toBe(0)
  })

  it('exempt only files that exist', () => {
    const root = join(import.meta.dirname, '../../..')
    expect(timePorts.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})
