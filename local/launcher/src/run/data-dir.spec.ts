import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { emptyDataDir, openDataDir } from './data-dir.js'
import { parseOptions } from './options.js'
import { loadSecrets } from './secrets.js'
import { messageFor } from './user-error.js'

describe('the data folder', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'data-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  it('rejects a full disk with the available and the required space', () => {
    expect(() => openDataDir(dir, () => 12)).toThrow(/disk is full: 12 MB free.*300 MB/)
  })

  it('is emptied except for downloaded engines and the lock that is held', () => {
    for (const name of ['engines', 'nats', 'docstore']) mkdirSync(join(dir, name))
    for (const name of ['launcher.lock', 'seed.json', 'clock.json']) writeFileSync(join(dir, name), '')
    emptyDataDir(dir)
    expect(readdirSync(dir).sort()).toEqual(['engines', 'launcher.lock'])
  })

  it('keeps its keys between starts, gives the bus new passwords, and hides both from other users', () => {
    const first = loadSecrets(dir, ['kyc'], ['KYC_MASTER_KEY'])
    const second = loadSecrets(dir, ['kyc'], ['KYC_MASTER_KEY'])
    expect(second.keys).toEqual(first.keys)
    expect(Buffer.from(first.keys['KYC_MASTER_KEY']!, 'base64')).toHaveLength(32)
    expect(second.natsPasswords['kyc']).not.toBe(first.natsPasswords['kyc'])
    expect(statSync(join(dir, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  it('does not replace damaged keys with new ones', () => {
    writeFileSync(join(dir, 'secrets.json'), '{"identityMaster')
    expect(() => loadSecrets(dir, [], [])).toThrow(/damaged.*--fresh/)
  })
})

describe('the messages for users', () => {
  it('report a full disk without a stack', () => {
    expect(messageFor(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toMatch(/^The disk is full[^\n]*$/)
  })

  it('name an unknown option and the known ones', () => {
    expect(() => parseOptions(['--frsh'], {}, '/p')).toThrow(/--frsh.*--fresh, --split, --dev/)
  })

  it('reject production', () => {
    expect(() => parseOptions([], { NODE_ENV: 'production' }, '/p')).toThrow(/production/)
  })

  it('keep downloaded engines in the project wherever the data is', () => {
    const options = parseOptions([], { HISSA_DATA: '/elsewhere' }, '/p')
    expect([options.dataDir, options.enginesDir]).toEqual(['/elsewhere', '/p/.data/engines'])
  })
})
