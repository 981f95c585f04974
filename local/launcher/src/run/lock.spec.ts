import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { acquireLock } from './lock.js'
import { isAlive, markProcess, parseStat } from './processes.js'

describe('acquireLock', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'lock-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  it('locks a free folder and leaves nothing behind when released', () => {
    const lock = acquireLock(dir)
    expect(lock.wasStale).toBe(false)
    expect(existsSync(join(dir, 'launcher.lock'))).toBe(true)
    lock.release()
    expect(readdirSync(dir)).toEqual([])
  })

  it('rejects a second start on the same folder, naming the process and its address', () => {
    acquireLock(dir)
    writeFileSync(join(dir, 'run.json'), JSON.stringify({ urls: { app: 'http://localhost:8080' } }))
    expect(() => acquireLock(dir)).toThrow(new RegExp(`already runs.*${process.pid}.*http://localhost:8080`))
  })

  it('removes a lock whose process has exited, and reports that it was stale', () => {
    acquireLock(dir)
    const lock = acquireLock(dir, () => false)
    expect(lock.wasStale).toBe(true)
    expect(readdirSync(dir)).toEqual(['launcher.lock'])
  })

  it('names the file to remove when the lock is damaged', () => {
    writeFileSync(join(dir, 'launcher.lock'), 'not json')
    expect(() => acquireLock(dir)).toThrow(/launcher.lock cannot be read/)
  })
})

describe('isAlive', () => {
  it('recognises this process', () => {
    expect(isAlive(markProcess(process.pid))).toBe(true)
  })

  it('does not confuse another process with one whose id it reuses', () => {
    expect(isAlive({ pid: process.pid, startTicks: '1' })).toBe(false)
  })

  it('reads state and start time after a name that contains brackets and spaces', () => {
    const stat = '42 (a) Z (b) S 1 42 42 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 987654 0 0'
    expect(parseStat(stat)).toEqual({ state: 'S', startTicks: '987654' })
  })
})
