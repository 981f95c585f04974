import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newBudget, repeatFailed } from './repeat.mjs'
import { jest as runJest, node, type FileResult } from './run.mjs'

const NEVER = 'new Promise(() => setInterval(() => {}, 1000))'
const firstTime = (file: string) => `
  const { existsSync, writeFileSync } = require('node:fs')
  const isFirst = !existsSync(${JSON.stringify(file)})
  writeFileSync(${JSON.stringify(file)}, '')
  if (isFirst) throw new Error('too slow')`
const SILENT = () => undefined

let root: string
let temporary: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'planted-'))
  temporary = join(root, 'temporary')
  mkdirSync(temporary)
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'))
  plant('package.json', '{}')
  plant('jest.config.json', '{ "testEnvironment": "node", "testTimeout": 100000000, "testMatch": ["**/*.test.js"] }')
})
afterEach(() => rmSync(root, { recursive: true }))

const plant = (name: string, content: string) => writeFileSync(join(root, name), content)
const test = (name: string, body: string) =>
  plant(`${name}.test.js`, `test(${JSON.stringify(name)}, () => { ${body} })`)
const byFile = (results: FileResult[]) => results.toSorted((a, b) => (a.file < b.file ? -1 : 1))

/** A clock that stands still until the newest report has these numbers of started and ended files or tests, then leaps. */
const clockFrom = (wanted: { started: number; ended: number }) => {
  let hours = 0
  return () => {
    const numberOf = (name: string) => Number(/-(\d+)\.jsonl$/.exec(name)?.[1] ?? 0)
    const newest =
      readdirSync(temporary)
        .toSorted((a, b) => numberOf(a) - numberOf(b))
        .at(-1) ?? ''
    const lines = numberOf(newest) > 0 ? readFileSync(join(temporary, newest), 'utf8').split('\n') : []
    const count = (key: string) => lines.filter((line) => line.startsWith(`{"${key}":`)).length
    const isReached = count('started') === wanted.started && count('file') + count('ended') === wanted.ended
    // Two leaps: the first may come with the report's last growth.
    return (hours = Math.min(hours + (isReached ? 1 : 0), 2)) * 3_600_000
  }
}

describe('a run of Jest', () => {
  it('has a result for each file, and a file that fails only the first time passes alone', async () => {
    test('passes', '')
    test('fails', "throw new Error('wrong total')")
    test('fails first', firstTime(join(root, 'mark')))
    const results = await runJest(temporary, { root, output: 'ignore' })
    expect(byFile(results)).toMatchObject([
      {
        file: 'fails first.test.js',
        passed: 0,
        failed: 1,
        failures: [{ name: 'fails first', error: 'Error: too slow' }],
      },
      { file: 'fails.test.js', passed: 0, failed: 1, failures: [{ name: 'fails', error: 'Error: wrong total' }] },
      { file: 'passes.test.js', passed: 1, failed: 0, failures: [] },
    ])
    const runAlone = (file: string, limitMs: number) =>
      runJest(temporary, { root, paths: [`${join(root, file)}$`], limitMs, output: 'ignore' })
    const repeated = await repeatFailed(results, runAlone, newBudget(), SILENT)
    expect(byFile(repeated.results)).toMatchObject([
      { file: 'fails first.test.js', passed: 1, failed: 0 },
      { file: 'fails.test.js', passed: 0, failed: 1 },
      { file: 'passes.test.js', passed: 1, failed: 0 },
    ])
    expect(repeated.unstable).toMatchObject([{ file: 'fails first.test.js', name: 'fails first' }])
  })
  it('keeps the results of finished files when others hang, and then runs those that had not started', async () => {
    // Jest starts the largest file first: one that passes, then two that occupy both workers.
    test('a passes', `// ${'x'.repeat(3_000)}\n`)
    for (const name of ['b hangs', 'c hangs'])
      plant(`${name}.test.js`, `test('waits', () => ${NEVER}) // ${'x'.repeat(2_000)}`)
    test('d is late', '')
    const nowMs = clockFrom({ started: 3, ended: 1 })
    const results = await runJest(temporary, { root, nowMs, output: 'ignore' })
    const hanging = { passed: 0, failed: 1, failures: [{ error: 'has not ended for 10 minutes' }] }
    expect(byFile(results)).toMatchObject([
      { file: 'a passes.test.js', passed: 1, failed: 0 },
      { file: 'b hangs.test.js', ...hanging },
      { file: 'c hangs.test.js', ...hanging },
      { file: 'd is late.test.js', passed: 1, failed: 0 },
    ])
  })

  it('fails when it ends before all files have run', async () => {
    plant('exits.test.js', "test('exits', () => process.kill(process.ppid, 'SIGKILL'))")
    test('passes', '')
    const results = await runJest(temporary, { root, output: 'ignore' })
    expect(results.at(-1)).toMatchObject({
      file: '',
      failures: [{ error: 'Jest ended with code 1, and not all files had run' }],
    })
  })

  it('is stopped at its limit', async () => {
    plant('hangs.test.js', `test('waits', () => ${NEVER})`)
    const nowMs = clockFrom({ started: 1, ended: 0 })
    const results = await runJest(temporary, { root, nowMs, limitMs: 720_000, output: 'ignore' })
    expect(results).toMatchObject([
      { file: 'hangs.test.js', failed: 1, failures: [{ error: 'was stopped after 12 minutes' }] },
      { file: '', failed: 1 },
    ])
  })
})

describe('a run of Node’s test runner', () => {
  const source = `
    import { before, describe, it } from 'node:test'
    import assert from 'node:assert/strict'
    describe('the journey', () => {
      it('signs up', () => {})
      it('pays order # 1', () => assert.equal(1, 2))
      it('is to be written', { todo: true }, () => { throw new Error('not yet') })
      it('needs a server', { skip: true }, () => { throw new Error('none') })
      describe('at night', () => {
        it('mails', () => { throw new Error("it's late\\nnot ok 1 - # Subtest: no test") })
        it('sleeps', () => {})
      })
    })
    describe('without a platform', () => {
      before(() => { throw new Error('nothing listens') })
      it('says so', () => {})
    })`

  it('has the full name and the first line of the error of each failure, hooks and cancelled tests included', async () => {
    plant('journey.mjs', source)
    expect(await node(temporary, 'journey.mjs', { root, output: 'ignore' })).toEqual([
      {
        ...{ file: 'journey.mjs', passed: 2, failed: 4, skipped: 2 },
        failures: [
          { file: 'journey.mjs', name: 'the journey › pays order # 1', error: 'Expected values to be strictly equal:' },
          { file: 'journey.mjs', name: 'the journey › at night › mails', error: "it's late" },
          {
            ...{ file: 'journey.mjs', name: 'without a platform › says so' },
            error: 'test did not finish before its parent and was cancelled',
          },
          { file: 'journey.mjs', name: 'without a platform', error: 'nothing listens' },
        ],
      },
    ])
  })

  it('fails when its file cannot be run, and passes when all its tests do', async () => {
    plant('broken.mjs', "throw new Error('at import')")
    expect(await node(temporary, 'broken.mjs', { root, output: 'ignore' })).toMatchObject([
      { passed: 0, failures: [{ name: '' }] },
    ])
    plant('works.mjs', "import { it } from 'node:test'; it('works', () => {})")
    expect(await node(temporary, 'works.mjs', { root, output: 'ignore' })).toMatchObject([{ passed: 1, failed: 0 }])
  })

  it('keeps the results of finished tests when one hangs, and names the one that hangs', async () => {
    plant(
      'hangs.mjs',
      `import { describe, it } from 'node:test'
      describe('the journey', () => {
        it('signs up', () => {})
        it('pays', () => ${NEVER})
        it('sells', () => {})
      })`,
    )
    // The file, the suite and its first two tests have started.
    const nowMs = clockFrom({ started: 4, ended: 1 })
    expect(await node(temporary, 'hangs.mjs', { root, nowMs, output: 'ignore' })).toMatchObject([
      {
        ...{ file: 'hangs.mjs', passed: 1 },
        failures: [{ name: 'the journey › pays', error: 'has not ended for 10 minutes' }],
      },
    ])
  })
})
