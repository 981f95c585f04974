import { wordOf } from '../../bson/display.js'
import { BSONRegExp } from 'bson'
import { compareText } from '../../bson/compare.js'
import { int, toNumber, typeName, type Doc, type Value } from '../../bson/values.js'
import { fail } from '../../errors.js'
import { regexOf } from '../../query/regex.js'
import type { Evaluate, Scope } from '../scope.js'
import type { Build } from '../scope.js'
import { binary, named, nullish, positional, unary, variadic } from './arguments.js'
import { textOf } from './text.js'

function concat(values: Value[]): Value {
  if (values.some(nullish)) return null
  return values
    .map((value) =>
      typeof value === 'string' ? value : fail(16702, `$concat only supports strings, not ${typeName(value)}`),
    )
    .join('')
}

const text = (name: string, value: Value): string =>
  typeof value === 'string' ? value : fail(34471, `${name} requires a string argument, found: ${typeName(value)}`)

/** Positions in strings count code points. */
const substring: Build = (argument, compile) => {
  const items = positional(compile, '$substrCP', argument, 3, 3)
  return (scope) => {
    const [value, start, length] = items.map((item) => item(scope))
    const points = [...textOf(value)]
    const first = toNumber(start) ?? fail(34450, '$substrCP: starting index must be a numeric type')
    const count = toNumber(length) ?? fail(34452, '$substrCP: length must be a numeric type')
    if (first < 0 || count < 0) fail(34454, '$substrCP: index and length must be non-negative integers')
    return points.slice(first, first + count).join('')
  }
}

const substringBytes: Build = (argument, compile) => {
  const items = positional(compile, '$substrBytes', argument, 3, 3)
  return (scope) => {
    const [value, start, length] = items.map((item) => item(scope))
    const bytes = Buffer.from(textOf(value), 'utf8')
    const first = toNumber(start) ?? fail(16034, '$substrBytes: starting index must be a numeric type')
    const count = toNumber(length) ?? fail(16035, '$substrBytes: length must be a numeric type')
    return first < 0 ? '' : bytes.subarray(first, count < 0 ? undefined : first + count).toString('utf8')
  }
}

function indexIn(value: Value, wanted: Value): Value {
  if (nullish(value)) return null
  const at = text('$indexOfCP', value).indexOf(text('$indexOfCP', wanted))
  return int(at < 0 ? -1 : [...(value as string).slice(0, at)].length)
}

function split(value: Value, by: Value): Value {
  if (nullish(value) || nullish(by)) return null
  const separator = text('$split', by)
  if (separator === '') fail(40087, '$split requires a non-empty separator')
  return text('$split', value).split(separator)
}

const trimming =
  (name: string, sides: { start: boolean; end: boolean }): Build =>
  (argument, compile) => {
    const fields = named(compile, name, argument, ['input'], ['chars'])
    return (scope) => {
      const input = fields.input?.(scope)
      const chars = fields.chars?.(scope)
      if (nullish(input) || (fields.chars && nullish(chars))) return null
      const drop = new Set(nullish(chars) ? ' \t\n\v\f\r\0\u00a0' : text(name, chars))
      const points = [...text(name, input)]
      let first = 0
      let last = points.length
      while (sides.start && first < last && drop.has(points[first] as string)) first++
      while (sides.end && last > first && drop.has(points[last - 1] as string)) last--
      return points.slice(first, last).join('')
    }
  }

const regexBuild =
  (name: string, apply: (regex: RegExp, input: string) => Value, none: Value): Build =>
  (argument, compile) => {
    const fields = named(compile, name, argument, ['input', 'regex'], ['options'])
    return (scope) => {
      const input = fields.input?.(scope)
      const pattern = fields.regex?.(scope)
      if (nullish(input) || nullish(pattern)) return none
      return apply(regexFrom(pattern, fields.options, scope), text(name, input))
    }
  }

function regexFrom(pattern: Value, options: Evaluate | undefined, scope: Scope): RegExp {
  const flags = options?.(scope)
  if (pattern instanceof BSONRegExp)
    return regexOf(nullish(flags) ? pattern : new BSONRegExp(pattern.pattern, wordOf(flags)))
  return regexOf(new BSONRegExp(text('$regexMatch', pattern), nullish(flags) ? '' : wordOf(flags)))
}

function found(regex: RegExp, input: string): Value {
  const match = regex.exec(input)
  if (!match) return null
  const captures = match.slice(1).map((part): Value => part ?? null)
  const out: Doc = new Map<string, Value>([
    ['match', match[0]],
    ['idx', int([...input.slice(0, match.index)].length)],
    ['captures', captures],
  ])
  return out
}

const replacing =
  (name: string, all: boolean): Build =>
  (argument, compile) => {
    const fields = named(compile, name, argument, ['input', 'find', 'replacement'])
    return (scope) => {
      const [input, find, replacement] = [fields.input, fields.find, fields.replacement].map((field) => field?.(scope))
      if (nullish(input) || nullish(find) || nullish(replacement)) return null
      const with_ = text(name, replacement)
      return all
        ? text(name, input).replaceAll(text(name, find), () => with_)
        : text(name, input).replace(text(name, find), () => with_)
    }
  }

export const STRINGS: Record<string, Build> = {
  $concat: variadic('$concat', concat),
  // Changes the case of ASCII characters only, as the server does.
  $toLower: unary('$toLower', (value) => textOf(value).replace(/[A-Z]+/g, (part) => part.toLowerCase())),
  $toUpper: unary('$toUpper', (value) => textOf(value).replace(/[a-z]+/g, (part) => part.toUpperCase())),
  $strcasecmp: binary('$strcasecmp', (left, right) =>
    int(Math.sign(compareText(textOf(left).toUpperCase(), textOf(right).toUpperCase()))),
  ),
  $strLenCP: unary('$strLenCP', (value) => int([...text('$strLenCP', value)].length)),
  $strLenBytes: unary('$strLenBytes', (value) => int(Buffer.byteLength(text('$strLenBytes', value)))),
  $substr: substringBytes,
  $substrBytes: substringBytes,
  $substrCP: substring,
  $indexOfCP: binary('$indexOfCP', indexIn),
  $split: binary('$split', split),
  $trim: trimming('$trim', { start: true, end: true }),
  $ltrim: trimming('$ltrim', { start: true, end: false }),
  $rtrim: trimming('$rtrim', { start: false, end: true }),
  $regexMatch: regexBuild('$regexMatch', (regex, input) => regex.test(input), false),
  $regexFind: regexBuild('$regexFind', found, null),
  $replaceOne: replacing('$replaceOne', false),
  $replaceAll: replacing('$replaceAll', true),
}
