import { type BSONRegExp } from 'bson'
import { fail } from '../errors.js'

const FLAGS: Record<string, string> = { i: 'i', m: 'm', s: 's', u: '' }

/**
 * Turns a PCRE pattern with options `imsxu` into a JavaScript one.
 * @throws DocstoreError 2 for an option that does not exist, 51091 for a pattern that does not parse.
 */
export function regexOf(source: BSONRegExp): RegExp {
  let { pattern } = source
  let flags = ''
  const inline = /^\(\?([imsx]+)\)/.exec(pattern)
  if (inline) pattern = pattern.slice(inline[0].length)
  for (const option of new Set(source.options + (inline?.[1] ?? ''))) {
    if (option === 'x') pattern = withoutComments(pattern)
    else if (FLAGS[option] === undefined) fail(51108, `invalid flag in regex options: ${option}`)
    else flags += FLAGS[option]
  }
  try {
    return new RegExp(pattern, flags)
  } catch (cause) {
    return fail(51091, `Regular expression is invalid: ${(cause as Error).message}`)
  }
}

/** The `x` option: whitespace and comments outside character classes are ignored. */
function withoutComments(pattern: string): string {
  return pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\s+|#[^\n]*/g, (part) => (/^[\s#]/.test(part) ? '' : part))
}

/** Returns the literal prefix of every match, for an index range; '' without one. */
export function literalPrefix(source: BSONRegExp): string {
  if (/[imx]/.test(source.options) || !source.pattern.startsWith('^') || source.pattern.includes('|')) return ''
  const body = /^\^((?:[A-Za-z0-9 _:@/,;=!<>&%~"'`-]|\\[^A-Za-z0-9])*)(.?)/.exec(source.pattern)
  if (!body) return ''
  const text = (body[1] as string).replace(/\\(.)/g, '$1')
  // A quantifier makes the last character optional.
  return /[*?{]/.test(body[2] as string) ? text.slice(0, -1) : text
}
