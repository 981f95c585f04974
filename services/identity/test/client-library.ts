import { modPow } from './mod-pow.js'

interface BigInteger {
  toString(radix: number): string
  modPow(exponent: BigInteger, modulus: BigInteger, done: (error: null, result: BigInteger) => void): BigInteger
}

/** The library's original routine while `modPow` replaces it. */
let ownModPow: BigInteger['modPow'] | undefined

/**
 * Loads the client library as in a browser. It is unmodified except for `modPow`, which takes nearly all the time of a
 * sign-in and is ten times as fast with V8's integers. Unit tests of identity prove that both routines agree, and
 * `withOwnArithmetic` restores the original.
 */
export async function clientLibrary() {
  const { BigInteger } = await clientParts()
  if (!ownModPow) {
    ownModPow = BigInteger.prototype.modPow
    BigInteger.prototype.modPow = replaceModPow(BigInteger)
  }
  return import('amazon-cognito-identity-js')
}

/** Runs `act` with the unmodified client library. */
export async function withOwnArithmetic<T>(act: () => Promise<T>): Promise<T> {
  const { BigInteger } = await clientParts()
  const replaced = BigInteger.prototype.modPow
  BigInteger.prototype.modPow = ownModPow ?? replaced
  try {
    return await act()
  } finally {
    BigInteger.prototype.modPow = replaced
  }
}

function replaceModPow(BigInteger: new (hex: string, radix: number) => BigInteger): BigInteger['modPow'] {
  return function (this: BigInteger, exponent, modulus, done) {
    const result = new BigInteger(modPow(toBigInt(this), toBigInt(exponent), toBigInt(modulus)).toString(16), 16)
    done(null, result)
    return result
  }
}

export function toBigInt(value: BigInteger): bigint {
  const hex = value.toString(16)
  return hex.startsWith('-') ? -BigInt(`0x${hex.slice(1)}`) : BigInt(`0x${hex}`)
}

interface AuthenticationHelper {
  getLargeAValue(done: (error: unknown, a: BigInteger) => void): void
  getPasswordAuthenticationKey(
    userId: string,
    password: string,
    b: BigInteger,
    salt: BigInteger,
    done: (error: unknown, key: Buffer) => void,
  ): void
  padHex(value: BigInteger): string
}

/** Loads internal parts of the client library, as an independent implementation of the arithmetic. */
export async function clientParts() {
  asBrowser()
  const [helper, integer, dates] = await Promise.all([
    import('amazon-cognito-identity-js/lib/AuthenticationHelper.js'),
    import('amazon-cognito-identity-js/lib/BigInteger.js'),
    import('amazon-cognito-identity-js/lib/DateHelper.js'),
  ])
  return {
    AuthenticationHelper: unwrap<new (poolName: string) => AuthenticationHelper>(helper),
    BigInteger: unwrap<new (hex: string, radix: number) => BigInteger>(integer),
    DateHelper: unwrap<new () => { getNowString(): string }>(dates),
  }
}

/**
 * Imitates a browser. The library chooses its big-number routine by `navigator.appName`, which is "Netscape" in every
 * browser. With Node's navigator it uses a routine that calls a global in its innermost loop. Globals are so slow in
 * Jest's sandbox that one sign-in would take ten seconds.
 */
function asBrowser(): void {
  const value = { appName: 'Netscape', userAgent: 'Jest' }
  Object.defineProperty(globalThis, 'navigator', { value, configurable: true })
}

/** Returns the default export of a CommonJS module that was compiled from an ES module. */
function unwrap<T>(module: { default?: unknown }): T {
  const outer = module.default as { default?: unknown } | undefined
  return (outer?.default ?? outer ?? module) as T
}
