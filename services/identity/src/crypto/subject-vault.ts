import { randomBytes } from 'node:crypto'
import type { Keyring } from './keyring.js'
import { open, seal } from './seal.js'

export type SealedFields = Record<string, string>

/** Encrypts personal data by field with a key per subject. Deleting the key makes every copy of the data unreadable. */
export class SubjectVault {
  constructor(private readonly keys: Keyring) {}

  /** Returns a new subject key, wrapped by the master key. */
  newKey(userId: string): string {
    return seal(this.keys.of('subject'), randomBytes(32), `subject|${userId}`)
  }

  /** Seals each field separately, so that one can be replaced without the others. */
  seal(userId: string, wrappedKey: string, fields: Record<string, string>): SealedFields {
    const key = this.unwrap(userId, wrappedKey)
    return Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, seal(key, text, `${userId}|${name}`)]),
    )
  }

  open(userId: string, wrappedKey: string, sealed: SealedFields): Record<string, string> {
    const key = this.unwrap(userId, wrappedKey)
    return Object.fromEntries(
      Object.entries(sealed).map(([name, value]) => [name, open(key, value, `${userId}|${name}`).toString('utf8')]),
    )
  }

  private unwrap(userId: string, wrappedKey: string): Buffer {
    return open(this.keys.of('subject'), wrappedKey, `subject|${userId}`)
  }
}
