import { modPow } from './mod-pow.js'

interface BigInteger {
  toString(radix: number): string
  modPow(exponent: BigInteger, modulus: BigInteger, done: (error: null, result: BigInteger) => void): BigInteger
}

/** The library's own routine while `modPow` stands in for it. */
let ownModPow: BigInteger['modPow'] | undefined

/**
 * The client library, loaded as a browser would. It is unmodified but for `modPow`, which takes nearly all the time of a
 * sign-in and is done ten times as fast by V8's integers. Identity's unit tests prove that both come to the same, and
 * `withOwnArithmetic` does without.
 */
export async function clientLibrary() {
  const { BigInteger } = await clientParts()
  if (!ownModPow) {
    ownModPow = BigInteger.prototype.modPow
    BigInteger.prototype.modPow = replaceModPow(BigInteger)
  }
  return import('amazon-cognito-identity-js')
}

/** Runs `act` with a client library that is not modified at all. */
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

/** Its inner arithmetic, as an independent other side. */
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
 * The library chooses its big-number routine by `navigator.appName`, which every browser answers with "Netscape". For
 * Node's own navigator it takes one that calls a global in its innermost loop, and globals are so slow in Jest's sandbox
 * that one sign-in would take ten seconds.
 */
function asBrowser(): void {
  const value = { appName: 'Netscape', userAgent: 'Jest' }
  Object.defineProperty(globalThis, 'navigator', { value, configurable: true })
}

/** The default export of a CommonJS module that was compiled from an ES module. */
function unwrap<T>(module: { default?: unknown }): T {
  const outer = module.default as { default?: unknown } | undefined
  return (outer?.default ?? outer ?? module) as T
}
