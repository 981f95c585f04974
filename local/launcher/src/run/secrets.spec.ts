import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { isLocalOnly } from '@hissa/kernel'
import { documentedPassword } from '../seed/accounts.js'
import { loadSecrets } from './secrets.js'

const KEYS = ['IDENTITY_MASTER_KEY', 'KYC_MASTER_KEY']

describe('the secrets of a data folder', () => {
  let dir: string
  const file = () => join(dir, 'secrets.json')
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'secrets-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  it('are generated once, readable only by their owner; only those of the bus change at every start', () => {
    const first = loadSecrets(dir, ['kyc'], KEYS)
    const second = loadSecrets(dir, ['kyc'], KEYS)
    expect({ ...second, natsPasswords: null }).toEqual({ ...first, natsPasswords: null })
    expect(second.natsPasswords['kyc']).not.toBe(first.natsPasswords['kyc'])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('include a password for docstore, also in a folder created without one', () => {
    const { docstorePassword: _, ...older } = loadSecrets(dir, [], KEYS)
    writeFileSync(file(), JSON.stringify(older))
    chmodSync(file(), 0o644)
    const { docstorePassword, ...rest } = loadSecrets(dir, [], KEYS)
    expect(docstorePassword).toMatch(/^[0-9a-f]{36}$/)
    expect(rest).toEqual({ ...older, natsPasswords: {} })
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ docstorePassword })
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(loadSecrets(dir, [], KEYS).docstorePassword).toBe(docstorePassword)
  })

  describe('with the password of the demo accounts', () => {
    const passwordAt = (address: string, publicUrl = 'http://localhost:8080') =>
      loadSecrets(dir, [], KEYS, [], !isLocalOnly(address, publicUrl)).demoPassword

    it('have the documented one if only this machine can sign in', () => {
      expect(passwordAt('127.0.0.1')).toBe(documentedPassword)
    })

    it.each([
      ['0.0.0.0', 'http://localhost:8080'],
      ['127.0.0.1', 'https://hissa.example'],
    ])('generate it once for the address %s and %s, and keep it', (address, publicUrl) => {
      const password = passwordAt(address, publicUrl)
      expect(password).toMatch(/^[0-9a-f]{36}$/)
      expect([passwordAt(address, publicUrl), passwordAt('127.0.0.1')]).toEqual([password, password])
    })

    it('stop the start if other machines could sign in with the documented one', () => {
      const { demoPassword: _, ...older } = loadSecrets(dir, [], KEYS)
      writeFileSync(file(), JSON.stringify(older))
      expect(() => passwordAt('0.0.0.0')).toThrow('npm start -- --fresh')
      expect(passwordAt('127.0.0.1')).toBe(documentedPassword)
    })
  })

  it('include the key of a service that was added later, and keep the others', () => {
    const before = loadSecrets(dir, [], KEYS)
    const after = loadSecrets(dir, [], [...KEYS, 'NEW_MASTER_KEY'])
    const { NEW_MASTER_KEY: added, ...others } = after.keys
    expect(others).toEqual(before.keys)
    expect(Buffer.from(added!, 'base64')).toHaveLength(32)
  })

  it('include a private key for each account on the chain, generated once, also in an older folder', () => {
    const { chainKeys: _, ...older } = loadSecrets(dir, [], KEYS)
    writeFileSync(file(), JSON.stringify(older))
    const { chainKeys } = loadSecrets(dir, [], KEYS, ['CHAIN_KEY_MINTER', 'CHAIN_KEY_ANCHOR'])
    expect(Object.keys(chainKeys)).toEqual(['CHAIN_KEY_MINTER', 'CHAIN_KEY_ANCHOR'])
    for (const key of Object.values(chainKeys)) expect(key).toMatch(/^0x[0-9a-f]{64}$/)
    expect(chainKeys['CHAIN_KEY_MINTER']).not.toBe(chainKeys['CHAIN_KEY_ANCHOR'])
    const next = loadSecrets(dir, [], KEYS, ['CHAIN_KEY_MINTER', 'CHAIN_KEY_NEW']).chainKeys
    expect(next).toMatchObject(chainKeys)
    expect(next['CHAIN_KEY_NEW']).toMatch(/^0x/)
  })

  it('keep the keys of a folder in which each had a separate name', () => {
    const key = Buffer.alloc(32, 7).toString('base64')
    writeFileSync(file(), JSON.stringify({ kycMasterKey: key }))
    expect(loadSecrets(dir, [], KEYS).keys['KYC_MASTER_KEY']).toBe(key)
  })
})
