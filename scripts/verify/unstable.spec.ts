import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileResult } from '../test/run.mjs'
import { runsIn } from './unstable.mjs'

const FILE = 'orders.spec.ts'
const passes: FileResult[] = [{ file: FILE, passed: 3, failed: 0, skipped: 0, failures: [] }]
const fails = (error: string): FileResult[] => [
  { file: FILE, passed: 2, failed: 1, skipped: 0, failures: [{ file: FILE, name: 'pays', error }] },
]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unstable-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs a file whose runs have these results, and throws after the last one, as if the command were interrupted. */
function scripted(...results: FileResult[][]) {
  let count = 0
  const run = () => {
    const result = results[count++]
    return result ? Promise.resolve(result) : Promise.reject(new Error('interrupted'))
  }
  const repeat = (hash: string, times: number) =>
    runsIn(join(folder, 'verify', 'runs.json')).repeat(FILE, hash, times, run)
  return { repeat, counted: () => count }
}

describe('repeated runs of a test file', () => {
  it('count the failures of each test, with its first error', async () => {
    const { repeat } = scripted(passes, fails('too slow'), fails('still too slow'))
    expect(await repeat('v1', 3)).toMatchObject({
      ...{ runs: 3, failed: 2 },
      failures: { pays: { count: 2, error: 'too slow' } },
    })
  })

  it('count a run without tests as failed', async () => {
    const { repeat } = scripted([{ file: FILE, passed: 0, failed: 0, skipped: 4, failures: [] }])
    expect(await repeat('v1', 1)).toMatchObject({ failed: 1, failures: { '': { error: 'no test ran' } } })
  })

  it('resume after an interruption, with the failures until then', async () => {
    await expect(scripted(fails('too slow'), passes).repeat('v1', 4)).rejects.toThrow('interrupted')
    const later = scripted(passes, passes)
    expect(await later.repeat('v1', 4)).toMatchObject({ runs: 4, failed: 1 })
    expect(later.counted()).toBe(2)
  })

  it('are skipped for a file that has passed them, until its content changes', async () => {
    await scripted(passes, passes).repeat('v1', 2)
    const later = scripted(passes, passes)
    expect(await later.repeat('v1', 2)).toMatchObject({ runs: 2, failed: 0 })
    expect(later.counted()).toBe(0)
    await later.repeat('v2', 2)
    expect(later.counted()).toBe(2)
  })

  it('begin again for a file that has failed in one of them', async () => {
    await scripted(fails('too slow'), passes).repeat('v1', 2)
    expect(await scripted(passes, passes).repeat('v1', 2)).toMatchObject({ runs: 2, failed: 0 })
  })
})
