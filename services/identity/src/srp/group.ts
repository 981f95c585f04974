import { createHash, DiffieHellman, type DiffieHellmanGroup, getDiffieHellman } from 'node:crypto'

/**
 * RFC 3526 group 15 (3072 bit) with g = 2: the group of user-pool clients. RFC 5054's has the same prime but g = 5.
 * One object reused: OpenSSL's Montgomery arithmetic, constant-time in the exponent, a fifth of BigInt's time. By its
 * name, because a group made from the prime itself is first proved to be a safe one, which takes seconds.
 */
const group = getDiffieHellman('modp15')
const primeBytes = group.getPrime()

export const N = toInteger(primeBytes)
export const G = 2n
export const N_BYTES = primeBytes.length

// A named group lacks the method, not the ability.
const { setPrivateKey } = DiffieHellman.prototype as unknown as {
  setPrivateKey: (this: DiffieHellmanGroup, key: Buffer) => void
}

/** base^exponent mod N for 1 < base < N − 1. Throws on a base outside. */
export function powMod(base: bigint, exponent: Buffer): bigint {
  // In one synchronous step with its use, so that two calls never mix.
  setPrivateKey.call(group, exponent)
  return toInteger(group.computeSecret(toBytes(base)))
}

/** Minimal big-endian bytes with a leading zero when the top bit is set: what clients hash. Never of fixed width. */
export function pad(value: bigint): Buffer {
  const bytes = toBytes(value)
  return bytes[0]! >= 0x80 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes
}

export function toInteger(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

/** Minimal big-endian bytes; one zero byte for zero. */
export function toBytes(value: bigint): Buffer {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
}

export function hash(...parts: readonly (Buffer | string)[]): Buffer {
  const sha = createHash('sha256')
  for (const part of parts) sha.update(part)
  return sha.digest()
}
