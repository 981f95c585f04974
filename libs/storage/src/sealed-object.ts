import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Key and cipher of an object: AES-256-GCM, a fresh key for each object. */
export const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const MAGIC = Buffer.from('HSO1')

/** The bytes are not what was stored under this key and name, or were never sealed. */
export class TamperedError extends Error {
  constructor() {
    super('The object cannot be opened: the key is another one, or the bytes were changed')
    this.name = 'TamperedError'
  }
}

/** More bytes arrived than the caller allowed. */
export class TooLargeError extends Error {
  constructor(readonly limitBytes: number) {
    super(`The object is larger than ${limitBytes} bytes`)
    this.name = 'TooLargeError'
  }
}

/**
 * Encrypts a stream as it passes: magic, nonce, ciphertext, tag. `name` is authenticated with it, so that an object
 * cannot stand in for another. Throws TooLargeError as soon as `limitBytes` is passed.
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

/** Encrypts a value that is in memory already. */
export function seal(plain: Uint8Array, key: Buffer, name: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name))
  return Buffer.concat([MAGIC, iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts; nothing is returned before all of it is authenticated. Throws TamperedError. */
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
    // Node says only "unable to authenticate data"; the reason is the same for a wrong key and for changed bytes.
    throw new TamperedError()
  }
}
