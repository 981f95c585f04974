import { parse } from 'qs'

export type FormValue = string | FormValue[] | { [key: string]: FormValue }
export type Form = { [key: string]: FormValue }

const FORBIDDEN = /(?:^|[[\]])(?:__proto__|constructor|prototype)(?:[[\]]|$)/

/**
 * Reads Stripe's form encoding: `a[b][0][c]=x` becomes `{a: {b: [{c: 'x'}]}}`. `a[]=x` appends, and a repeated
 * key has its last value. Values stay strings.
 * Throws TypeError for a key that would reach an object's prototype, and RangeError for a key nested deeper than 8
 * levels, a list of more than 100 elements, or more than 1,000 parameters.
 */
export function parseForm(text: string): Form {
  const form = parse(text, {
    // Without the first level.
    depth: 7,
    strictDepth: true,
    arrayLimit: 100,
    parameterLimit: 1_000,
    throwOnLimitExceeded: true,
    duplicates: 'last',
    // Keys such as `toString` are data.
    plainObjects: true,
    decoder: decode,
  })
  return { ...form } as Form
}

type Decode = NonNullable<NonNullable<Parameters<typeof parse>[1]>['decoder']>

const decode: Decode = (text, decodeDefault, charset, type) => {
  const decoded = decodeDefault?.(text, decodeDefault, charset)
  if (type === 'key' && FORBIDDEN.test(decoded)) throw new TypeError('The request names a key that is not allowed.')
  return decoded
}
