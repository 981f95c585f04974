/**
 * The unmodified client library, loaded as a browser would. It chooses its big-number routine by `navigator.appName`,
 * which every browser answers with "Netscape"; for Node's own navigator it takes one that calls a global in its innermost
 * loop, and globals are so slow in Jest's sandbox that one sign-in would take ten seconds.
 */
export async function clientLibrary() {
  asBrowser()
  return import('amazon-cognito-identity-js')
}

interface BigInteger {
  toString(radix: number): string
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

function asBrowser(): void {
  const value = { appName: 'Netscape', userAgent: 'Jest' }
  Object.defineProperty(globalThis, 'navigator', { value, configurable: true })
}

/** The default export of a CommonJS module that was compiled from an ES module. */
function unwrap<T>(module: { default?: unknown }): T {
  const outer = module.default as { default?: unknown } | undefined
  return (outer?.default ?? outer ?? module) as T
}
