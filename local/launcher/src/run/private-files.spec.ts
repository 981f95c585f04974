import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { makePrivate, writePrivately } from './private-files.js'

describe('the data folder', () => {
  let dir: string
  const at = (name: string) => join(dir, name)
  const mode = (name: string) => statSync(at(name)).mode & 0o777
  const before = process.umask()
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'private-'))
  })
  afterEach(() => {
    process.umask(before)
    rmSync(dir, { recursive: true, force: true })
  })

  it('is closed to other users, including everything already in it', () => {
    mkdirSync(at('logs/old'), { recursive: true })
    mkdirSync(at('engines/bin'), { recursive: true })
    for (const name of ['run.json', 'logs/old/kyc.log', 'engines/bin/redis', 'engines/notes'])
      writeFileSync(at(name), '')
    for (const name of ['', 'logs', 'logs/old', 'engines', 'engines/bin', 'engines/bin/redis', 'run.json'])
      chmodSync(at(name), 0o755)
    chmodSync(at('logs/old/kyc.log'), 0o664)
    makePrivate(dir)
    for (const name of ['', 'logs', 'logs/old', 'engines', 'engines/bin'])
      expect([name, mode(name)]).toEqual([name, 0o700])
    for (const name of ['run.json', 'logs/old/kyc.log', 'engines/notes'])
      expect([name, mode(name)]).toEqual([name, 0o600])
    expect(mode('engines/bin/redis')).toBe(0o700)
  })

  it('is closed without following links', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'))
    chmodSync(elsewhere, 0o755)
    symlinkSync(elsewhere, at('link'))
    makePrivate(dir)
    expect(statSync(elsewhere).mode & 0o777).toBe(0o755)
    rmSync(elsewhere, { recursive: true })
  })

  it('stays private for files written later, whatever mode their writer requests', () => {
    writePrivately()
    writeFileSync(at('later'), '', { mode: 0o666 })
    mkdirSync(at('folder'), { mode: 0o777 })
    expect([mode('later'), mode('folder')]).toEqual([0o600, 0o700])
  })
})
