import type { Hash, Hex } from 'viem'
import { SignerFault } from './signer.js'

const SEQUENCE = 0x30
const INTEGER = 0x02
/** Order of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** SubjectPublicKeyInfo of an uncompressed key on secp256k1 (RFC 5480), up to its two coordinates. */
const SPKI_PREFIX = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex')
const UNCOMPRESSED = 0x04
const POINT_BYTES = 65

const fault = (words: string): never => {
  throw new SignerFault(words)
}

/**
 * Returns the public key in a DER SubjectPublicKeyInfo, as 65 uncompressed bytes. Throws SignerFault for any other
 * structure or curve.
 */
export function publicKeyOf(der: Uint8Array): Hex {
  const bytes = Buffer.from(der)
  const point = bytes.subarray(SPKI_PREFIX.length)
  const isKey = bytes.subarray(0, SPKI_PREFIX.length).equals(SPKI_PREFIX) && point.length === POINT_BYTES
  if (!isKey || point[0] !== UNCOMPRESSED) fault('the public key is not an uncompressed point on secp256k1')
  return `0x${point.toString('hex')}`
}

/**
 * Returns the numbers of a DER ECDSA signature, with `s` in the lower half of the order, which Ethereum requires
 * (EIP-2). Throws SignerFault for anything that is not strict DER of two numbers in range.
 */
export function signatureNumbers(der: Uint8Array): { r: Hash; s: Hash } {
  const bytes = Buffer.from(der)
  if (bytes.length < 8 || bytes[0] !== SEQUENCE || bytes[1] !== bytes.length - 2) fault('the signature is not DER')
  const [r, afterR] = integerAt(bytes, 2)
  const [s, end] = integerAt(bytes, afterR)
  if (end !== bytes.length) fault('the signature has bytes after its end')
  return { r: wide(r), s: wide(s > ORDER / 2n ? ORDER - s : s) }
}

function integerAt(bytes: Buffer, start: number): [value: bigint, end: number] {
  const length = bytes[start + 1] ?? 0
  const content = bytes.subarray(start + 2, start + 2 + length)
  if (bytes[start] !== INTEGER || length === 0 || length > 33 || content.length !== length)
    fault('the signature has no number where one belongs')
  const isNegative = (content[0]! & 0x80) !== 0
  const isPadded = length > 1 && content[0] === 0 && (content[1]! & 0x80) === 0
  if (isNegative || isPadded) fault('a number of the signature is not in DER’s shortest form')
  const value = BigInt(`0x${content.toString('hex')}`)
  if (value === 0n || value >= ORDER) fault('a number of the signature is out of range')
  return [value, start + 2 + length]
}

const wide = (value: bigint): Hash => `0x${value.toString(16).padStart(64, '0')}`
