import {
  type Binary,
  type BSONRegExp,
  BSONSymbol,
  type Code,
  type Decimal128,
  type ObjectId,
  type Timestamp,
} from 'bson'
import { aligned, exactPartsOfDouble, type Parts } from '../bson/decimal.js'
import { compareNumbers, exact } from '../bson/numbers.js'
import { orderOf } from '../bson/compare.js'
import { Int32, type Doc, type Numeric, type Value } from '../bson/values.js'

const SIGN = 1n << 63n

/**
 * Greater than every continuation of a key: appended to a prefix, it is the upper bound of all keys with that prefix.
 */
export const ABOVE = Buffer.from([0xff])

/**
 * Encodes values so that comparing the bytes compares the values in the server's order. Equal values of different
 * number types give equal bytes. No encoding is a prefix of another, so inverting the bytes reverses the order.
 * @param directions 1 or -1 per value; missing entries mean ascending.
 */
export function keyString(values: readonly Value[], directions: readonly number[] = []): Buffer {
  scratch.at = 0
  for (let i = 0; i < values.length; i++) scratch.add(values[i], directions[i] === -1)
  return scratch.take()
}

/** Returns the bytes that begin every value of one type class (`orderOf`), for ranges that stay within the type. */
export function typePrefix(order: number, descending: boolean): Buffer {
  return Buffer.from([descending ? ~order & 0xff : order])
}

class KeyWriter {
  private bytes = Buffer.allocUnsafe(64)
  at = 0

  add(value: Value, descending: boolean): void {
    const start = this.at
    this.value(value)
    if (!descending) return
    for (let i = start; i < this.at; i++) this.bytes[i] = ~(this.bytes[i] as number) & 0xff
  }

  take(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.at))
  }

  private room(length: number): void {
    if (this.at + length <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.at + length))
    this.bytes.copy(larger, 0, 0, this.at)
    this.bytes = larger
  }

  private byte(value: number): void {
    this.room(1)
    this.bytes[this.at++] = value
  }

  private raw(value: Uint8Array): void {
    this.room(value.length)
    this.bytes.set(value, this.at)
    this.at += value.length
  }

  private uint64(value: bigint): void {
    this.room(8)
    this.at = this.bytes.writeBigUInt64BE(value, this.at)
  }

  /** Zero bytes are escaped as 00 FF and the end is 00 01, so that a shorter string sorts first. */
  private text(value: string): void {
    const bytes = Buffer.from(value, 'utf8')
    this.room(bytes.length * 2 + 2)
    for (const byte of bytes) {
      this.bytes[this.at++] = byte
      if (byte === 0) this.bytes[this.at++] = 0xff
    }
    this.bytes[this.at++] = 0
    this.bytes[this.at++] = 1
  }

  private value(value: Value): void {
    const order = orderOf(value)
    this.byte(order)
    switch (order) {
      case 10:
        return this.number(value as Numeric)
      case 15:
        return this.text(value instanceof BSONSymbol ? value.value : (value as string))
      case 20:
        return this.document(value as Doc)
      case 25:
        for (const item of value as Value[]) this.value(item)
        return this.byte(0)
      case 35:
        return this.raw((value as ObjectId).id)
      case 40:
        return this.byte(value ? 1 : 0)
      case 45:
        return this.uint64(BigInt.asUintN(64, BigInt((value as Date).getTime())) ^ SIGN)
      default:
        return this.rare(order, value)
    }
  }

  private rare(order: number, value: Value): void {
    if (order === 30) this.binary(value as Binary)
    else if (order === 47) this.uint64(BigInt.asUintN(64, (value as Timestamp).toBigInt()))
    else if (order === 50) {
      this.text((value as BSONRegExp).pattern)
      this.text((value as BSONRegExp).options)
    } else if (order === 60) this.text((value as Code).code)
  }

  private binary(value: Binary): void {
    this.room(5)
    this.at = this.bytes.writeUInt32BE(value.position, this.at)
    this.bytes[this.at++] = value.sub_type
    this.raw(value.buffer.subarray(0, value.position))
  }

  private document(value: Doc): void {
    for (const [key, item] of value) {
      this.byte(orderOf(item))
      this.text(key)
      this.value(item)
    }
    this.byte(0)
  }

  private number(value: Numeric): void {
    const plain = value instanceof Int32 ? value.value : value
    if (typeof plain === 'number') return this.double(plain, 0)
    if (typeof plain === 'bigint' && plain >= -(1n << 53n) && plain <= 1n << 53n) return this.double(Number(plain), 0)
    this.wide(plain)
  }

  private double(value: number, flag: number): void {
    this.room(9)
    if (Number.isNaN(value)) this.bytes.fill(0, this.at, this.at + 8)
    else {
      this.bytes.writeDoubleBE(value === 0 ? 0 : value, this.at)
      // A negative number has all its bits inverted, other numbers only the sign bit.
      const first = this.bytes[this.at] as number
      if (first < 128) this.bytes[this.at] = first | 128
      else for (let i = this.at; i < this.at + 8; i++) this.bytes[i] = ~(this.bytes[i] as number) & 0xff
    }
    this.at += 8
    this.bytes[this.at++] = flag
  }

  /**
   * Encodes numbers that a double may not hold: the largest double not above the number, then the fraction of the gap
   * to the next double.
   */
  private wide(value: bigint | Decimal128): void {
    const parts = exact(value)
    if (parts.kind === 'nan') return this.double(NaN, 0)
    if (parts.kind === 'infinite') return this.double(parts.negative ? -Infinity : Infinity, 0)
    const nearest = Number(value.toString())
    const floor = compareNumbers(nearest, value) > 0 ? adjacent(nearest, -1) : nearest
    if (compareNumbers(floor, value) === 0) return this.double(floor, 0)
    const gap = adjacent(floor, 1) - floor
    if (!Number.isFinite(gap)) return this.huge(floor, parts)
    this.double(floor, 1)
    this.uint64(fractionOf(parts, floor, gap))
  }

  /** Decimals beyond the doubles are ordered by magnitude: exponent first, then digits. */
  private huge(floor: number, parts: Parts): void {
    this.double(floor, 2)
    const digits = parts.coefficient.toString()
    const text = Buffer.alloc(38)
    text.writeUInt32BE(digits.length + parts.exponent)
    text.write(digits.padEnd(34, '0'), 4, 'latin1')
    if (parts.negative) for (let i = 0; i < text.length; i++) text[i] = ~(text[i] as number) & 0xff
    this.raw(text)
  }
}

const scratch = new KeyWriter()

/** (value − floor) / gap as a 64-bit fraction; 34 digits need 61 bits past a double's 53. */
function fractionOf(value: Parts, floor: number, gap: number): bigint {
  const { a, b, exponent } = aligned(value, exactPartsOfDouble(floor))
  const difference: Parts = { kind: 'finite', negative: false, coefficient: a - b, exponent }
  const scaled = aligned(difference, exactPartsOfDouble(gap))
  return (scaled.a << 64n) / scaled.b
}

/** The double next to `value`, above (1) or below (-1). */
function adjacent(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * Number.MIN_VALUE
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeDoubleBE(value)
  bytes.writeBigInt64BE(bytes.readBigInt64BE() + (value > 0 === direction > 0 ? 1n : -1n))
  return bytes.readDoubleBE()
}
