import { randomBytes } from 'node:crypto'
import { KEY_BYTES, open, seal } from './sealed-object.js'

/** Stores wrapped subject keys. Deleting one makes everything encrypted under it unreadable. */
export interface SubjectKeyStore {
  load(subjectId: string): Promise<Buffer | null>
  /** Stores `wrapped` unless the subject has a key; returns the stored key. */
  keep(subjectId: string, wrapped: Buffer): Promise<Buffer>
  delete(subjectId: string): Promise<void>
}

/** Thrown when the subject's key was destroyed or never created. */
export class KeyGoneError extends Error {
  constructor() {
    super('There is no key for this subject')
    this.name = 'KeyGoneError'
  }
}

/** Holds a key for each subject, wrapped by the master key, and encrypts fields with them. */
export class KeyRing {
  constructor(
    private readonly masterKey: Buffer,
    private readonly store: SubjectKeyStore,
  ) {
    if (masterKey.length !== KEY_BYTES) throw new Error(`The master key must have ${KEY_BYTES} bytes`)
  }

  /** Returns the subject's key; creates it on first use. */
  async keyFor(subjectId: string): Promise<Buffer> {
    const kept = await this.store.load(subjectId)
    const wrapped = kept ?? (await this.store.keep(subjectId, this.wrap(subjectId, randomBytes(KEY_BYTES))))
    return open(wrapped, this.masterKey, keyName(subjectId))
  }

  /** Returns the subject's existing key. Throws KeyGoneError. */
  async existingKeyFor(subjectId: string): Promise<Buffer> {
    const wrapped = await this.store.load(subjectId)
    if (!wrapped) throw new KeyGoneError()
    return open(wrapped, this.masterKey, keyName(subjectId))
  }

  /** Destroys the subject's key, which makes everything encrypted for the subject unreadable. */
  destroy(subjectId: string): Promise<void> {
    return this.store.delete(subjectId)
  }

  /** Encrypts a JSON value under the subject's key, bound to the name of its field. */
  async sealField(subjectId: string, field: string, value: unknown): Promise<Buffer> {
    return seal(Buffer.from(JSON.stringify(value)), await this.keyFor(subjectId), `${subjectId}/${field}`)
  }

  /** Decrypts a field. Throws KeyGoneError, TamperedError. */
  async openField<T>(subjectId: string, field: string, sealed: Uint8Array): Promise<T> {
    const key = await this.existingKeyFor(subjectId)
    return JSON.parse(open(sealed, key, `${subjectId}/${field}`).toString('utf8')) as T
  }

  private wrap(subjectId: string, key: Buffer): Buffer {
    return seal(key, this.masterKey, keyName(subjectId))
  }
}

const keyName = (subjectId: string) => `subject-key/${subjectId}`

/** Keeps keys in memory: for tests, and for services that use only the quarantine. */
export class MemoryKeyStore implements SubjectKeyStore {
  private readonly keys = new Map<string, Buffer>()

  async load(subjectId: string): Promise<Buffer | null> {
    return this.keys.get(subjectId) ?? null
  }

  async keep(subjectId: string, wrapped: Buffer): Promise<Buffer> {
    if (!this.keys.has(subjectId)) this.keys.set(subjectId, wrapped)
    return this.keys.get(subjectId)!
  }

  async delete(subjectId: string): Promise<void> {
    this.keys.delete(subjectId)
  }
}
