import { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Int32, MaxKey, MinKey, ObjectId, Timestamp } from 'bson'
import { Code as ErrorCode, fail } from '../errors.js'
import type { Doc, Value } from './values.js'

const DEPTH_LIMIT = 180

/**
 * Decodes one BSON document, keeping every number's type and the order of the keys.
 * @param bytes holds the document at `start`; slices of it are not kept.
 * @throws DocstoreError 22 InvalidBSON when it is malformed, 15 when nested deeper than 180.
 */
export function decode(bytes: Buffer, start = 0): Doc {
  return new Decoder(bytes, start).document(0)
}

/** Decodes one document and returns the bytes it spans. */
export function sizeAt(bytes: Buffer, start: number): number {
  const size = bytes.readInt32LE(start)
  if (size < 5 || start + size > bytes.length) fail(ErrorCode.InvalidBSON, 'invalid BSON: document length out of range')
  return size
}

/** Interns field names: the same few names recur, and an interned string keeps its hash. */
const NAME_MASK = 2047
const NAME_LIMIT = 64
const names: (string | undefined)[] = new Array<string | undefined>(NAME_MASK + 1).fill(undefined)

/** True when the bytes equal this ASCII text; other strings are never equal here and are decoded again. */
function spells(text: string, bytes: Buffer, start: number, end: number): boolean {
  if (text.length !== end - start) return false
  for (let i = 0; i < text.length; i++)
    if (text.charCodeAt(i) !== bytes[start + i] || text.charCodeAt(i) > 127) return false
  return true
}

class Decoder {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  document(depth: number): Doc {
    const end = this.open(depth)
    const out: Doc = new Map()
    for (;;) {
      const type = this.bytes[this.at++]
      if (type === 0) break
      const key = this.cstring()
      out.set(key, this.value(type as number, depth))
    }
    this.close(end)
    return out
  }

  private array(depth: number): Value[] {
    const end = this.open(depth)
    const out: Value[] = []
    for (;;) {
      const type = this.bytes[this.at++]
      if (type === 0) break
      while (this.bytes[this.at] !== 0) this.at++
      this.at++
      out.push(this.value(type as number, depth))
    }
    this.close(end)
    return out
  }

  private open(depth: number): number {
    if (depth > DEPTH_LIMIT) fail(ErrorCode.Overflow, 'BSON is nested deeper than 180 levels')
    const end = this.at + sizeAt(this.bytes, this.at)
    this.at += 4
    return end
  }

  private close(end: number): void {
    if (this.at !== end) fail(ErrorCode.InvalidBSON, 'invalid BSON: document does not end where it says')
  }

  private cstring(): string {
    const { bytes, at: start } = this
    let end = start
    let hash = 0
    for (let byte = bytes[end]; byte !== 0; byte = bytes[++end]) {
      if (byte === undefined) fail(ErrorCode.InvalidBSON, 'invalid BSON: unterminated name')
      hash = (hash * 31 + byte) | 0
    }
    this.at = end + 1
    const known = names[hash & NAME_MASK]
    if (known !== undefined && spells(known, bytes, start, end)) return known
    const text = bytes.toString('utf8', start, end)
    if (text.length <= NAME_LIMIT) names[hash & NAME_MASK] = text
    return text
  }

  private string(): string {
    const size = this.bytes.readInt32LE(this.at)
    const start = this.at + 4
    if (size < 1 || start + size > this.bytes.length) fail(ErrorCode.InvalidBSON, 'invalid BSON: string out of range')
    this.at = start + size
    return this.bytes.toString('utf8', start, this.at - 1)
  }

  private take(length: number): Buffer {
    if (length < 0 || this.at + length > this.bytes.length) fail(ErrorCode.InvalidBSON, 'invalid BSON: out of range')
    const part = Buffer.from(this.bytes.subarray(this.at, this.at + length))
    this.at += length
    return part
  }

  private value(type: number, depth: number): Value {
    switch (type) {
      case 0x01: {
        const value = this.bytes.readDoubleLE(this.at)
        this.at += 8
        return value
      }
      case 0x02:
        return this.string()
      case 0x03:
        return this.document(depth + 1)
      case 0x04:
        return this.array(depth + 1)
      case 0x07:
        return new ObjectId(this.take(12))
      case 0x08:
        return this.bytes[this.at++] === 1
      case 0x0a:
        return null
      case 0x10: {
        const value = this.bytes.readInt32LE(this.at)
        this.at += 4
        return new Int32(value)
      }
      case 0x09:
        return new Date(Number(this.int64()))
      case 0x12:
        return this.int64()
      default:
        return this.rare(type)
    }
  }

  private int64(): bigint {
    const value = this.bytes.readBigInt64LE(this.at)
    this.at += 8
    return value
  }

  private rare(type: number): Value {
    switch (type) {
      case 0x05:
        return this.binary()
      case 0x06:
        return undefined
      case 0x0b:
        return new BSONRegExp(this.cstring(), this.cstring())
      case 0x0d:
        return new Code(this.string())
      case 0x0e:
        return new BSONSymbol(this.string())
      case 0x11:
        return new Timestamp(BigInt.asUintN(64, this.int64()))
      case 0x13:
        return new Decimal128(this.take(16))
      case 0xff:
        return new MinKey()
      case 0x7f:
        return new MaxKey()
      default:
        return fail(ErrorCode.CommandNotSupported, `BSON type 0x${type.toString(16)} is not supported`)
    }
  }

  private binary(): Binary {
    const size = this.bytes.readInt32LE(this.at)
    const subtype = this.bytes[this.at + 4] as number
    this.at += 5
    if (subtype !== 2) return new Binary(this.take(size), subtype)
    this.at += 4
    return new Binary(this.take(size - 4), subtype)
  }
}
