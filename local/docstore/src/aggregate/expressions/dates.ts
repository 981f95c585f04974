import { wordOf } from '../../bson/display.js'
import { int, isDoc, isNumber, ObjectId, Timestamp, toNumber, typeName, type Value } from '../../bson/values.js'
import { fail, refuse } from '../../errors.js'
import type { Evaluate, Scope } from '../scope.js'
import type { Build } from '../scope.js'
import { named, nullish } from './arguments.js'

function dateOf(name: string, value: Value): Date {
  if (value instanceof Date) return value
  if (value instanceof ObjectId) return value.getTimestamp()
  if (value instanceof Timestamp) return new Date(Number(value.t) * 1000)
  return fail(16006, `can't convert from BSON type ${typeName(value)} to Date (${name})`)
}

/** Fixed offsets and UTC are parsed here; Intl resolves zone names. */
function offsetMs(zone: Value, at: Date): number {
  if (nullish(zone) || zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0
  if (typeof zone !== 'string') return fail(40517, `timezone must evaluate to a string, found ${typeName(zone)}`)
  const fixed = /^([+-])(\d\d):?(\d\d)?$/.exec(zone)
  if (fixed) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0)) * 60_000
  return namedOffsetMs(zone, at)
}

function namedOffsetMs(zone: string, at: Date): number {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    const text = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
    const found = /GMT([+-])(\d\d):(\d\d)/.exec(text)
    return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) * 60_000 : 0
  } catch {
    return fail(40485, `unrecognized time zone identifier: "${zone}"`)
  }
}

/** A part of a date, in UTC or the zone of `{date, timezone}`. */
const part =
  (name: string, read: (date: Date) => number): Build =>
  (argument, compile) => {
    const fields =
      isDoc(argument) && argument.has('date') ? named(compile, name, argument, ['date'], ['timezone']) : undefined
    const date = fields ? (fields.date as Evaluate) : compile(Array.isArray(argument) ? argument[0] : argument)
    return (scope) => {
      const value = date(scope)
      if (nullish(value)) return null
      const at = dateOf(name, value)
      return int(read(new Date(at.getTime() + offsetMs(fields?.timezone?.(scope), at))))
    }
  }

const dayOfYear = (date: Date): number =>
  Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1

const pad = (value: number, length: number): string => String(value).padStart(length, '0')

const FORMATS: Record<string, (date: Date) => string> = {
  Y: (date) => pad(date.getUTCFullYear(), 4),
  m: (date) => pad(date.getUTCMonth() + 1, 2),
  d: (date) => pad(date.getUTCDate(), 2),
  H: (date) => pad(date.getUTCHours(), 2),
  M: (date) => pad(date.getUTCMinutes(), 2),
  S: (date) => pad(date.getUTCSeconds(), 2),
  L: (date) => pad(date.getUTCMilliseconds(), 3),
  j: (date) => pad(dayOfYear(date), 3),
  w: (date) => String(date.getUTCDay() + 1),
  '%': () => '%',
}

const dateToString: Build = (argument, compile) => {
  const fields = named(compile, '$dateToString', argument, ['date'], ['format', 'timezone', 'onNull'])
  return (scope) => {
    const value = fields.date?.(scope)
    if (nullish(value)) return fields.onNull ? fields.onNull(scope) : null
    const at = dateOf('$dateToString', value)
    const local = new Date(at.getTime() + offsetMs(fields.timezone?.(scope), at))
    const format = fields.format?.(scope) ?? (fields.timezone ? '%Y-%m-%dT%H:%M:%S.%L' : '%Y-%m-%dT%H:%M:%S.%LZ')
    return wordOf(format).replace(/%(.)/g, (_, letter: string) =>
      (FORMATS[letter] ?? fail(18536, `Invalid format character '%${letter}' in format string`))(local),
    )
  }
}

const UNIT_MS: Record<string, number> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}
const UNIT_MONTHS: Record<string, number> = { month: 1, quarter: 3, year: 12 }

const dateAdd =
  (name: '$dateAdd' | '$dateSubtract'): Build =>
  (argument, compile) => {
    const fields = named(compile, name, argument, ['startDate', 'unit', 'amount'], ['timezone'])
    if (fields.timezone) refuse(`${name} with a timezone`)
    return (scope) => {
      const [start, unit, amount] = [fields.startDate, fields.unit, fields.amount].map((field) => field?.(scope))
      if (nullish(start) || nullish(unit) || nullish(amount)) return null
      if (!isNumber(amount)) return fail(5166405, `${name} expects integer amount of time units`)
      return shifted(dateOf(name, start), wordOf(unit), (toNumber(amount) as number) * (name === '$dateAdd' ? 1 : -1))
    }
  }

/** Adding months keeps the day of the month where it exists, else takes the last day. */
function shifted(date: Date, unit: string, amount: number): Date {
  const ms = UNIT_MS[unit]
  if (ms !== undefined) return new Date(date.getTime() + ms * amount)
  const months = UNIT_MONTHS[unit] ?? fail(5439013, `unknown time unit value: ${unit}`)
  const first = new Date(date.getTime())
  first.setUTCDate(1)
  first.setUTCMonth(first.getUTCMonth() + months * amount)
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return first
}

const dateDiff: Build = (argument, compile) => {
  const fields = named(compile, '$dateDiff', argument, ['startDate', 'endDate', 'unit'], ['timezone', 'startOfWeek'])
  if (fields.timezone || fields.startOfWeek) refuse('$dateDiff with a timezone or startOfWeek')
  return (scope: Scope) => {
    const [start, end, unit] = [fields.startDate, fields.endDate, fields.unit].map((field) => field?.(scope))
    if (nullish(start) || nullish(end) || nullish(unit)) return null
    return BigInt(place(dateOf('$dateDiff', end), wordOf(unit)) - place(dateOf('$dateDiff', start), wordOf(unit)))
  }
}

/** Returns the number of whole units between a fixed origin and the date; weeks begin on Sunday. */
function place(date: Date, unit: string): number {
  const ms = UNIT_MS[unit]
  if (ms !== undefined) return Math.floor((date.getTime() + (unit === 'week' ? 4 * 86_400_000 : 0)) / ms)
  const months = UNIT_MONTHS[unit] ?? fail(5439013, `unknown time unit value: ${unit}`)
  return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months)
}

/** Returns the first day of a month, counted from year 0. */
function monthStart(months: number): Date {
  const date = new Date(0)
  date.setUTCFullYear(Math.floor(months / 12), months % 12, 1)
  return date
}

const dateTrunc: Build = (argument, compile) => {
  const fields = named(compile, '$dateTrunc', argument, ['date', 'unit'], ['binSize', 'timezone', 'startOfWeek'])
  if (fields.binSize || fields.timezone || fields.startOfWeek)
    refuse('$dateTrunc with binSize, timezone or startOfWeek')
  return (scope) => {
    const [value, unit] = [fields.date?.(scope), fields.unit?.(scope)]
    if (nullish(value) || nullish(unit)) return null
    const date = dateOf('$dateTrunc', value)
    const ms = UNIT_MS[wordOf(unit)]
    const count = place(date, wordOf(unit))
    if (ms !== undefined) return new Date(count * ms - (unit === 'week' ? 4 * 86_400_000 : 0))
    return monthStart(count * (UNIT_MONTHS[wordOf(unit)] as number))
  }
}

export const DATES: Record<string, Build> = {
  $year: part('$year', (date) => date.getUTCFullYear()),
  $month: part('$month', (date) => date.getUTCMonth() + 1),
  $dayOfMonth: part('$dayOfMonth', (date) => date.getUTCDate()),
  $dayOfWeek: part('$dayOfWeek', (date) => date.getUTCDay() + 1),
  $dayOfYear: part('$dayOfYear', dayOfYear),
  $hour: part('$hour', (date) => date.getUTCHours()),
  $minute: part('$minute', (date) => date.getUTCMinutes()),
  $second: part('$second', (date) => date.getUTCSeconds()),
  $millisecond: part('$millisecond', (date) => date.getUTCMilliseconds()),
  $dateToString: dateToString,
  $dateAdd: dateAdd('$dateAdd'),
  $dateSubtract: dateAdd('$dateSubtract'),
  $dateDiff: dateDiff,
  $dateTrunc: dateTrunc,
}
