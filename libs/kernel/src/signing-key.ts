import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'

/** An Ed25519 key. `publicKey` is raw, in base64url: 32 bytes. */
export interface SigningKey {
  readonly publicKey: string
  readonly privateKey: KeyObject
}

// RFC 8410: the DER prefix of the 32 bytes of an Ed25519 key.
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** Returns the Ed25519 key for one purpose, derived from a master key. Each purpose has its own. */
export function signingKey(masterKey: Buffer, purpose: string): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), purpose, 32))
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { privateKey, publicKey: spki.subarray(PUBLIC_PREFIX.length).toString('base64url') }
}

/** Returns the key object of a raw Ed25519 public key in base64url. Throws for bytes that are no such key. */
export function publicKeyOf(publicKey: string): KeyObject {
  const key = Buffer.concat([PUBLIC_PREFIX, Buffer.from(publicKey, 'base64url')])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}
