import { newId, PartDownError } from '@hissa/kernel'
import type { Disk } from 'flydrive'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { isMissing, openDisk } from './disk.js'
import type { KeyRing } from './key-ring.js'
import { KEY_BYTES, open, seal, sealStream } from './sealed-object.js'

/** Thrown when the object doesn't exist, or no longer does. */
export class ObjectGoneError extends Error {
  constructor() {
    super('There is no such object')
    this.name = 'ObjectGoneError'
  }
}

/** An object that one service passes to another: its reference, and the only copy of its key. */
export interface Handover {
  objectRef: string
  /** Base64url, 32 bytes. */
  key: string
  sizeBytes: number
}

const WRAPPED_KEY_BYTES = 4 + 12 + KEY_BYTES + 16
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const QUARANTINE = new RegExp(`^quarantine/${UUID}$`)
const OBJECT = new RegExp(`^objects/${UUID}$`)

/** Stores objects with envelope encryption. Without a key ring only the quarantine can be used. */
export class Storage {
  private readonly disk: Disk

  constructor(
    url: string,
    private readonly keyRing?: KeyRing,
  ) {
    this.disk = openDisk(url)
  }

  /**
   * Streams bytes into a quarantine object under a key that only the caller gets. Errors: TooLargeError once
   * `limitBytes` is exceeded; the partial object is then removed.
   */
  async putQuarantine(source: AsyncIterable<Uint8Array>, options: { limitBytes: number }): Promise<Handover> {
    const objectRef = `quarantine/${newId()}`
    const key = randomBytes(KEY_BYTES)
    let sizeBytes = 0
    const sealed = sealStream(source, {
      key,
      name: objectRef,
      limitBytes: options.limitBytes,
      onBytes: (total) => (sizeBytes = total),
    })
    await this.writeStream(objectRef, sealed)
    return { objectRef, key: key.toString('base64url'), sizeBytes }
  }

  /** Reads a quarantine object once and removes it. Errors: ObjectGoneError; TamperedError (the object is kept). */
  async takeQuarantine(objectRef: string, key: string): Promise<Buffer> {
    if (!QUARANTINE.test(objectRef)) throw new ObjectGoneError()
    const plain = open(await this.read(objectRef), Buffer.from(key, 'base64url'), objectRef)
    await unlessDown(this.disk.delete(objectRef))
    return plain
  }

  /** Stores bytes under a new key, which is wrapped by the subject's key; returns the reference. */
  async put(subjectId: string, bytes: Uint8Array): Promise<string> {
    const objectRef = `objects/${newId()}`
    const key = randomBytes(KEY_BYTES)
    const wrapped = seal(key, await this.ring.keyFor(subjectId), wrapName(subjectId, objectRef))
    await unlessDown(this.disk.put(objectRef, Buffer.concat([wrapped, seal(bytes, key, objectRef)])))
    return objectRef
  }

  /**
   * Returns an object's bytes. Errors: ObjectGoneError, KeyGoneError, TamperedError (also for another subject's
   * object).
   */
  async get(subjectId: string, objectRef: string): Promise<Buffer> {
    if (!OBJECT.test(objectRef)) throw new ObjectGoneError()
    const sealed = await this.read(objectRef)
    const subjectKey = await this.ring.existingKeyFor(subjectId)
    const key = open(sealed.subarray(0, WRAPPED_KEY_BYTES), subjectKey, wrapName(subjectId, objectRef))
    return open(sealed.subarray(WRAPPED_KEY_BYTES), key, objectRef)
  }

  /** Removes an object of either kind. Removing it again is no error. */
  async delete(objectRef: string): Promise<void> {
    if (!QUARANTINE.test(objectRef) && !OBJECT.test(objectRef)) throw new ObjectGoneError()
    await unlessDown(this.disk.delete(objectRef).catch(ignoreMissing))
  }

  /**
   * Removes expired quarantine objects, by the wall clock of the disk; returns how many. One that fails doesn't delay
   * the others: the first error is thrown after all.
   */
  async sweepQuarantine(olderThan: Date): Promise<number> {
    const failures: unknown[] = []
    let removed = 0
    let paginationToken: string | undefined
    do {
      const page = await this.quarantined(paginationToken)
      for (const object of page.objects) {
        if (!('key' in object)) continue
        const isRemoved = await this.removeExpired(object.key, olderThan).catch((error: unknown) =>
          failures.push(error),
        )
        if (isRemoved === true) removed += 1
      }
      paginationToken = page.paginationToken
    } while (paginationToken)
    if (failures.length > 0) throw failures[0]
    return removed
  }

  private async quarantined(paginationToken: string | undefined) {
    const options = { recursive: true, ...(paginationToken && { paginationToken }) }
    return this.disk.listAll('quarantine', options).catch((error: unknown) => {
      if (!isMissing(error)) throw error
      return { objects: [], paginationToken: undefined }
    })
  }

  /** Removes an object if it has expired; returns whether it did. One that was removed meanwhile is no error. */
  private async removeExpired(key: string, olderThan: Date): Promise<boolean> {
    try {
      const { lastModified } = await this.disk.getMetaData(key)
      if (lastModified >= olderThan) return false
      await this.disk.delete(key)
      return true
    } catch (error) {
      ignoreMissing(error)
      return false
    }
  }

  private get ring(): KeyRing {
    if (!this.keyRing) throw new Error('This storage was opened without a key ring')
    return this.keyRing
  }

  private async writeStream(objectRef: string, sealed: AsyncGenerator<Buffer>): Promise<void> {
    const failures: unknown[] = []
    const watched = async function* () {
      try {
        yield* sealed
      } catch (error) {
        failures.push(error)
        throw error
      }
    }
    try {
      await this.disk.putStream(objectRef, Readable.from(watched()))
    } catch (error) {
      // The failure that is reported is the first one, not that of the removal.
      await this.disk.delete(objectRef).catch(() => {})
      if (failures.length > 0) throw failures[0]
      throw storageDown(error)
    }
  }

  private async read(objectRef: string): Promise<Buffer> {
    try {
      return Buffer.from(await this.disk.getBytes(objectRef))
    } catch (error) {
      if (isMissing(error)) throw new ObjectGoneError()
      throw storageDown(error)
    }
  }
}

const wrapName = (subjectId: string, objectRef: string) => `object-key/${subjectId}/${objectRef}`

const storageDown = (cause: unknown) => new PartDownError('The object storage failed', { cause })

async function unlessDown(done: Promise<void>): Promise<void> {
  await done.catch((error: unknown) => {
    throw storageDown(error)
  })
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
