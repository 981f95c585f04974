import { describe, expect, it } from '@jest/globals'
import { Keyring } from './keyring.js'
import { SubjectVault } from './subject-vault.js'

const vault = new SubjectVault(new Keyring(Buffer.alloc(32, 1)))

describe('personal data at rest', () => {
  it('is read back by field and does not show', () => {
    const key = vault.newKey('u1')
    const sealed = vault.seal('u1', key, { email: 'fatima@example.com', name: 'فاطمة' })
    expect(JSON.stringify(sealed)).not.toContain('fatima')
    expect(vault.open('u1', key, sealed)).toEqual({ email: 'fatima@example.com', name: 'فاطمة' })
  })

  it('cannot be moved to another field or person, nor read under another master key', () => {
    const key = vault.newKey('u1')
    const { email } = vault.seal('u1', key, { email: 'fatima@example.com' })
    expect(() => vault.open('u1', key, { name: email! })).toThrow()
    expect(() => vault.open('u2', key, { email: email! })).toThrow()
    expect(() => new SubjectVault(new Keyring(Buffer.alloc(32, 2))).open('u1', key, { email: email! })).toThrow()
  })
})
