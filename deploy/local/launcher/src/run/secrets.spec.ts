import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { loadSecrets } from './secrets.js'

describe('the secrets of a data folder', () => {
  let dir: string
  const file = () => join(dir, 'secrets.json')
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'secrets-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  it('are made once, readable by their owner alone; only those of the bus are new at every start', () => {
    const first = loadSecrets(dir, ['kyc'])
    const second = loadSecrets(dir, ['kyc'])
    expect({ ...second, natsPasswords: null }).toEqual({ ...first, natsPasswords: null })
    expect(second.natsPasswords['kyc']).not.toBe(first.natsPasswords['kyc'])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('include a password for docstore, also in a folder that was begun without', () => {
    const { docstorePassword: _, ...older } = loadSecrets(dir, [])
    writeFileSync(file(), JSON.stringify(older))
    chmodSync(file(), 0o644)
    const { docstorePassword, ...rest } = loadSecrets(dir, [])
    expect(docstorePassword).toMatch(/^[0-9a-f]{36}$/)
    expect(rest).toEqual({ ...older, natsPasswords: {} })
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ docstorePassword })
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(loadSecrets(dir, []).docstorePassword).toBe(docstorePassword)
  })
})
