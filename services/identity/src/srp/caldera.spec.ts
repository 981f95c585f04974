import { describe, expect, it } from '@jest/globals'
import { randomBytes } from 'node:crypto'
import { clientParts, toBigInt } from '../../test/client-library.js'
import { modPow } from '../../test/mod-pow.js'
import {
  decodeVerifier,
  encodeVerifier,
  makeVerifier,
  readPublicValue,
  sameText,
  serverPublicValue,
  sessionKey,
  signature,
  toWireHex,
} from './caldera.js'
import { G, N, N_BYTES, pad, powMod, toBytes, toInteger } from './group.js'

const { AuthenticationHelper, BigInteger } = await clientParts()

const pool = 'HissaLocal'
const userId = '3f0c1a52-0000-4000-8000-000000000001'

/** Runs an exchange with the real client library and returns the session keys of both sides. */
async function clientLogsIn(password: string, salt: Buffer, v: bigint) {
  const helper = new AuthenticationHelper(pool)
  const aHex = await new Promise<string>((resolve) => helper.getLargeAValue((_, a) => resolve(a.toString(16))))
  const b = randomBytes(32)
  const bigB = serverPublicValue(v, b)
  const clientKey = await new Promise<Buffer>((resolve, reject) =>
    helper.getPasswordAuthenticationKey(
      userId,
      password,
      new BigInteger(toWireHex(bigB), 16),
      new BigInteger(salt.toString('hex'), 16),
      (error, key) => (error ? reject(error) : resolve(key)),
    ),
  )
  return { aHex, clientKey: Buffer.from(clientKey), serverKey: sessionKey(readPublicValue(aHex)!, v, b) }
}

describe('modPow, which tests pass to the client library', () => {
  const own = (base: bigint, exponent: bigint, modulus: bigint) => {
    const [a, b, m] = [base, exponent, modulus].map((value) => new BigInteger(value.toString(16), 16))
    return toBigInt(a!.modPow(b!, m!, () => undefined))
  }
  const random = (bytes: number) => toInteger(randomBytes(bytes))

  it.each([
    ['a client’s public value', G, random(128)],
    ['a negative base, as clients use', random(384) - 2n ** 3_320n, random(129)],
    ['a base above the prime', N * random(32) + random(384), random(32)],
    ['a multiple of the prime', 3n * N, random(32)],
    ['the exponent 0', random(384), 0n],
    ['the exponent 1', random(384), 1n],
    ['an exponent with leading and inner zeros', random(384), 2n ** 1_000n + 1n],
  ])('equals the library’s result for %s', (_, base, exponent) => {
    expect(modPow(base, exponent, N)).toBe(own(base, exponent, N))
  })
})

describe('SRP arithmetic', () => {
  it('uses the 3072-bit prime with g = 2', () => {
    expect([N.toString(16).length, N_BYTES, G]).toEqual([768, 384, 2n])
    expect(powMod(G, Buffer.from([10]))).toBe(1024n)
  })

  it('derives the client library’s key for the correct password, including salts with leading zeros', async () => {
    for (const salt of [randomBytes(16), Buffer.concat([Buffer.alloc(2), randomBytes(14)]), Buffer.alloc(16, 0xff)]) {
      const { v } = makeVerifier(pool, userId, 'Hissa-2026!', salt)
      const { clientKey, serverKey } = await clientLogsIn('Hissa-2026!', salt, v)
      expect(serverKey.toString('hex')).toBe(clientKey.toString('hex'))
    }
  })

  it('derives a different key for a wrong password', async () => {
    const { salt, v } = makeVerifier(pool, userId, 'Hissa-2026!', randomBytes(16))
    const { clientKey, serverKey } = await clientLogsIn('Hissa-2027!', salt, v)
    expect(serverKey.equals(clientKey)).toBe(false)
  })

  it('accepts an unpadded public value of odd length, which one client in sixteen sends', async () => {
    const { salt, v } = makeVerifier(pool, userId, 'Hissa-2026!', randomBytes(16))
    for (;;) {
      const login = await clientLogsIn('Hissa-2026!', salt, v)
      expect(login.serverKey.equals(login.clientKey)).toBe(true)
      if (login.aHex.length % 2 === 1) break
    }
  })

  it.each([
    ['an empty text', ''],
    ['zero', '0'],
    ['the prime', N.toString(16)],
    ['twice the prime', (2n * N).toString(16)],
    ['a text that is not hex', '12xz'],
    ['a negative number', '-5'],
    ['a value longer than the prime', 'f'.repeat(800)],
  ])('rejects %s as a public value', (_, hex) => {
    expect(readPublicValue(hex)).toBeUndefined()
  })

  it('encodes a verifier as bytes and decodes it', () => {
    const verifier = makeVerifier(pool, userId, 'Hissa-2026!', randomBytes(16))
    expect(decodeVerifier(encodeVerifier(verifier))).toEqual(verifier)
  })

  it('covers every part with the signature', () => {
    const key = Buffer.alloc(16, 1)
    const parts = [pool, userId, Buffer.from('block'), 'Sat Nov 21 10:00:00 UTC 2026'] as const
    const all = signature(key, ...parts)
    expect(signature(key, pool, userId, Buffer.from('other'), parts[3])).not.toBe(all)
    expect(signature(key, pool, 'somebody', parts[2], parts[3])).not.toBe(all)
    expect(sameText(all, signature(key, ...parts))).toBe(true)
    expect(sameText(all, '')).toBe(false)
  })
})

describe('pad', () => {
  it.each([
    [0n, '00'],
    [1n, '01'],
    [0x7fn, '7f'],
    [0x80n, '0080'],
    [0xabcn, '0abc'],
    [0x8001n, '008001'],
  ])('encodes %s as %s: minimal, with a zero byte before a set top bit', (value, hex) => {
    expect(pad(value).toString('hex')).toBe(hex)
  })

  it('agrees with the client library', () => {
    const helper = new AuthenticationHelper(pool)
    for (let width = 1; width < 40; width += 1) {
      const value = toInteger(randomBytes(width)) || 1n
      expect(pad(value).toString('hex')).toBe(helper.padHex(new BigInteger(value.toString(16), 16)))
      expect(toInteger(toBytes(value))).toBe(value)
    }
  })
})
