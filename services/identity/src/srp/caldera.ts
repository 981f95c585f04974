import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { G, N, N_BYTES, hash, pad, powMod, toBytes, toInteger } from './group.js'

/** The only form in which the server stores a password. */
export interface Verifier {
  /** 16 bytes. */
  salt: Buffer
  v: bigint
}

/** k = H(PAD(N) | PAD(g)). */
const K = toInteger(hash(pad(N), pad(G)))

/** The longest accepted `SRP_A`: the width of N with a small margin for clients that pad. */
const MAX_HEX_DIGITS = N_BYTES * 2 + 2

/**
 * Returns v = g^x with x = H(PAD(salt) | H(poolName | userId | ":" | password)). `poolName` is the part of the pool id
 * after its underscore.
 */
export function makeVerifier(poolName: string, userId: string, password: string, salt: Buffer): Verifier {
  const x = hash(pad(toInteger(salt)), hash(`${poolName}${userId}:${password}`))
  return { salt, v: powMod(G, x) }
}

/** Parses a client's public value. Returns undefined if it isn't hex, is too long, or is 0 mod N. */
export function readPublicValue(hex: string): bigint | undefined {
  if (!/^[0-9a-f]+$/i.test(hex) || hex.length > MAX_HEX_DIGITS) return undefined
  const value = BigInt(`0x${hex}`)
  return value % N === 0n ? undefined : value
}

/** Returns B = (k·v + g^b) mod N. `b` has 32 bytes; 256 bits are enough for this group. */
export const serverPublicValue = (v: bigint, b: Buffer): bigint => (K * v + powMod(G, b)) % N

/** Returns B as hex of constant length, so that the length doesn't reveal anything about the value. */
export const toWireHex = (value: bigint): string => value.toString(16).padStart(N_BYTES * 2, '0')

/** Returns HKDF-SHA256 of S = (A·v^u)^b with u = H(PAD(A) | PAD(B)), 16 bytes. Throws if A is outside the group. */
export function sessionKey(a: bigint, v: bigint, b: Buffer): Buffer {
  const u = hash(pad(a), pad(serverPublicValue(v, b)))
  const base = ((a % N) * powMod(v, u)) % N
  const secret = powMod(base, b)
  return Buffer.from(hkdfSync('sha256', pad(secret), pad(toInteger(u)), 'Caldera Derived Key', 16))
}

/** Returns the proof that a client sends: base64 HMAC over poolName, userId, secret block and timestamp. */
export function signature(
  key: Buffer,
  poolName: string,
  userId: string,
  secretBlock: Buffer,
  timestamp: string,
): string {
  return createHmac('sha256', key)
    .update(poolName)
    .update(userId)
    .update(secretBlock)
    .update(timestamp)
    .digest('base64')
}

/** Compares two texts in constant time. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(hash(left), hash(right))
}

/** Returns the verifier as bytes: the salt, then v. */
export const encodeVerifier = ({ salt, v }: Verifier): Buffer => Buffer.concat([salt, toBytes(v)])

/** Splits stored bytes into salt and verifier. */
export const decodeVerifier = (bytes: Buffer): Verifier => ({
  salt: bytes.subarray(0, SALT_BYTES),
  v: toInteger(bytes.subarray(SALT_BYTES)),
})

export const SALT_BYTES = 16
