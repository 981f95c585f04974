import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { isAlive, markProcess } from './processes.js'
import { cleanUpKilledRun, readRunFile, writeRunFile, type RunFile } from './run-file.js'

const run = (pids: Record<string, number>): RunFile => ({
  startedAt: '2026-11-21T00:00:00.000Z',
  ready: true,
  split: false,
  urls: {},
  ports: { app: 8080, mail: 8025, smtp: 8026, payments: 8090, bank: 8095, chain: 8545 },
  pids,
  marks: Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, markProcess(pid)])),
})

describe('the run file', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'run-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  it('is readable only by its owner, because its addresses contain credentials', () => {
    writeRunFile(dir, run({}))
    expect(statSync(join(dir, 'run.json')).mode & 0o777).toBe(0o600)
  })

  it('is ignored when it is damaged', () => {
    writeFileSync(join(dir, 'run.json'), '{"pids"')
    expect(readRunFile(dir)).toBeNull()
  })

  it('is removed after a kill with a note, once the processes that still run have exited', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume().on("end", () => process.exit())'])
    await new Promise((resolve) => child.once('spawn', resolve))
    const mark = markProcess(child.pid ?? 0)
    writeRunFile(dir, run({ launcher: process.pid, nats: child.pid ?? 0 }))
    const cleaning = cleanUpKilledRun(dir)
    child.stdin.end()
    expect(await cleaning).toMatch(/killed.*nats/)
    expect(isAlive(mark)).toBe(false)
    expect(existsSync(join(dir, 'run.json'))).toBe(false)
  })

  it('does not lead to a signal to a process that merely reuses an old id', async () => {
    const old = run({ platform: process.pid })
    old.marks['platform'] = { pid: process.pid, startTicks: '1' }
    writeRunFile(dir, old)
    expect(await cleanUpKilledRun(dir)).toBe('The previous run was killed: cleaned up')
  })

  it('is removed without a note after a clean end', async () => {
    expect(await cleanUpKilledRun(dir)).toBeNull()
  })
})
