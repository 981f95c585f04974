import { randomBytes } from 'node:crypto'
import { KEY_BYTES, open, seal } from './sealed-object.js'

/** Where wrapped subject keys are kept. Deleting one makes everything that was sealed under it unreadable. */
export interface SubjectKeyStore {
  load(subjectId: string): Promise<Buffer | null>
  /** Keeps `wrapped` unless the subject has a key; returns the one that is kept. */
  keep(subjectId: string, wrapped: Buffer): Promise<Buffer>
  delete(subjectId: string): Promise<void>
}

/** The subject's key was destroyed, or never made. */
export class KeyGoneError extends Error {
  constructor() {
    super('There is no key for this subject')
    this.name = 'KeyGoneError'
  }
}

/** Keys by subject, each wrapped by the master key, and the sealing of fields with them. */
export class KeyRing {
  constructor(
    private readonly masterKey: Buffer,
    private readonly store: SubjectKeyStore,
  ) {
    if (masterKey.length !== KEY_BYTES) throw new Error(`The master key must have ${KEY_BYTES} bytes`)
  }

  /** The subject's key, made on first use. */
  async keyFor(subjectId: string): Promise<Buffer> {
    const kept = await this.store.load(subjectId)
    const wrapped = kept ?? (await this.store.keep(subjectId, this.wrap(subjectId, randomBytes(KEY_BYTES))))
    return open(wrapped, this.masterKey, keyName(subjectId))
  }

  /** The subject's key if there is one. Throws KeyGoneError. */
  async existingKeyFor(subjectId: string): Promise<Buffer> {
    const wrapped = await this.store.load(subjectId)
    if (!wrapped) throw new KeyGoneError()
    return open(wrapped, this.masterKey, keyName(subjectId))
  }

  /** Makes all that was sealed for the subject unreadable. */
  destroy(subjectId: string): Promise<void> {
    return this.store.delete(subjectId)
  }

  /** Seals a JSON value under the subject's key, bound to the name of its field. */
  async sealField(subjectId: string, field: string, value: unknown): Promise<Buffer> {
    return seal(Buffer.from(JSON.stringify(value)), await this.keyFor(subjectId), `${subjectId}/${field}`)
  }

  /** Throws KeyGoneError, TamperedError. */
  async openField<T>(subjectId: string, field: string, sealed: Uint8Array): Promise<T> {
    const key = await this.existingKeyFor(subjectId)
    return JSON.parse(open(sealed, key, `${subjectId}/${field}`).toString('utf8')) as T
  }

  private wrap(subjectId: string, key: Buffer): Buffer {
    return seal(key, this.masterKey, keyName(subjectId))
  }
}

const keyName = (subjectId: string) => `subject-key/${subjectId}`

/** Keys that last as long as the process: for tests, and for services that only hand objects over. */
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
