import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Key and cipher of an object: AES-256-GCM, a fresh key for each object. */
export const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const MAGIC = Buffer.from('HSO1')

/** Thrown when the bytes are not what was encrypted under this key and name. */
export class TamperedError extends Error {
  constructor() {
    super('The object cannot be opened: the key is another one, or the bytes were changed')
    this.name = 'TamperedError'
  }
}

/** Thrown when the input exceeds the caller's limit. */
export class TooLargeError extends Error {
  constructor(readonly limitBytes: number) {
    super(`The object is larger than ${limitBytes} bytes`)
    this.name = 'TooLargeError'
  }
}

/**
 * Encrypts a stream: magic, nonce, ciphertext, tag. `name` is authenticated, so that one object can't replace another.
 * Throws TooLargeError as soon as `limitBytes` is exceeded.
 */
export async function* sealStream(
  source: AsyncIterable<Uint8Array>,
  options: { key: Buffer; name: string; limitBytes: number; onBytes?: (total: number) => void },
): AsyncGenerator<Buffer> {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', options.key, iv).setAAD(Buffer.from(options.name))
  let totalBytes = 0
  yield Buffer.concat([MAGIC, iv])
  for await (const chunk of source) {
    totalBytes += chunk.byteLength
    if (totalBytes > options.limitBytes) throw new TooLargeError(options.limitBytes)
    yield cipher.update(chunk)
  }
  options.onBytes?.(totalBytes)
  yield Buffer.concat([cipher.final(), cipher.getAuthTag()])
}

/** Encrypts a value in memory. */
export function seal(plain: Uint8Array, key: Buffer, name: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name))
  return Buffer.concat([MAGIC, iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts; returns nothing before all of it is authenticated. Throws TamperedError. */
export function open(sealed: Uint8Array, key: Buffer, name: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const bodyAt = MAGIC.length + IV_BYTES
  if (key.length !== KEY_BYTES || bytes.length < bodyAt + TAG_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new TamperedError()
  }
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(MAGIC.length, bodyAt))
  decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(bodyAt, -TAG_BYTES)), decipher.final()])
  } catch {
    // Node reports only "unable to authenticate data", for a wrong key and for changed bytes alike.
    throw new TamperedError()
  }
}
