import { createHash, DiffieHellman, type DiffieHellmanGroup, getDiffieHellman } from 'node:crypto'

/**
 * RFC 3526 group 15 (3072 bit) with g = 2: the group of user-pool clients. RFC 5054's has the same prime but g = 5.
 * One object is reused for OpenSSL's Montgomery arithmetic, which is constant-time in the exponent and takes a fifth of
 * BigInt's time. Created by name, because OpenSSL checks a group created from its prime for seconds.
 */
const group = getDiffieHellman('modp15')
const primeBytes = group.getPrime()

export const N = toInteger(primeBytes)
export const G = 2n
export const N_BYTES = primeBytes.length

// A named group lacks the method but supports the operation.
const { setPrivateKey } = DiffieHellman.prototype as unknown as {
  setPrivateKey: (this: DiffieHellmanGroup, key: Buffer) => void
}

/** Returns base^exponent mod N for 1 < base < N − 1. Throws for any other base. */
export function powMod(base: bigint, exponent: Buffer): bigint {
  // Set and used synchronously, so that concurrent calls cannot mix their exponents.
  setPrivateKey.call(group, exponent)
  return toInteger(group.computeSecret(toBytes(base)))
}

/**
 * Returns minimal big-endian bytes with a leading zero if the top bit is set, as clients hash them. Not fixed width.
 */
export function pad(value: bigint): Buffer {
  const bytes = toBytes(value)
  return bytes[0]! >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes
}

/** Returns the integer of big-endian bytes; zero for no bytes. */
export function toInteger(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

/** Returns minimal big-endian bytes; one zero byte for zero. */
export function toBytes(value: bigint): Buffer {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
}

/** Returns the SHA-256 hash of the concatenated parts. */
export function hash(...parts: readonly (Buffer | string)[]): Buffer {
  const sha = createHash('sha256')
  for (const part of parts) sha.update(part)
  return sha.digest()
}
