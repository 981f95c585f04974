import { describe, expect, it } from '@jest/globals'
import { Keyring } from './keyring.js'
import { SubjectVault } from './subject-vault.js'

const vault = new SubjectVault(new Keyring(Buffer.alloc(32, 1)))

describe('SubjectVault', () => {
  it('encrypts each field and decrypts it', () => {
    const key = vault.newKey('u1')
    const sealed = vault.seal('u1', key, { email: 'fatima@example.com', name: 'فاطمة' })
    expect(JSON.stringify(sealed)).not.toContain('fatima')
    expect(vault.open('u1', key, sealed)).toEqual({ email: 'fatima@example.com', name: 'فاطمة' })
  })

  it('does not decrypt a value for another field, user or master key', () => {
    const key = vault.newKey('u1')
    const { email } = vault.seal('u1', key, { email: 'fatima@example.com' })
    expect(() => vault.open('u1', key, { name: email! })).toThrow()
    expect(() => vault.open('u2', key, { email: email! })).toThrow()
    expect(() => new SubjectVault(new Keyring(Buffer.alloc(32, 2))).open('u1', key, { email: email! })).toThrow()
  })
})
