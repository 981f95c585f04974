import { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Int32, type MaxKey, MinKey, ObjectId, Timestamp } from 'bson'
import { RawDocument } from './raw.js'
import type { Doc, Value } from './values.js'

/** Encodes a document into a new buffer; every value keeps its type. */
export function encode(document: Doc): Buffer {
  return encodeAfter(0, document)
}

/** Encodes a document after that many bytes, which the caller writes. */
export function encodeAfter(headBytes: number, document: Doc): Buffer {
  scratch.at = headBytes
  scratch.document(document)
  return Buffer.from(scratch.bytes.subarray(0, scratch.at))
}

class Encoder {
  bytes = Buffer.allocUnsafe(1 << 16)
  at = 0

  document(value: Doc): void {
    const start = this.at
    this.room(4)
    this.at += 4
    for (const [key, item] of value) this.element(key, item)
    this.end(start)
  }

  private array(value: Value[]): void {
    const start = this.at
    this.room(4)
    this.at += 4
    for (let i = 0; i < value.length; i++) this.element(String(i), value[i])
    this.end(start)
  }

  private end(start: number): void {
    this.byte(0)
    this.bytes.writeInt32LE(this.at - start, start)
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

  private int32(value: number): void {
    this.room(4)
    this.at = this.bytes.writeInt32LE(value, this.at)
  }

  private int64(value: bigint): void {
    this.room(8)
    this.at = this.bytes.writeBigInt64LE(BigInt.asIntN(64, value), this.at)
  }

  private raw(value: Uint8Array): void {
    this.room(value.length)
    this.bytes.set(value, this.at)
    this.at += value.length
  }

  private cstring(text: string): void {
    this.room(text.length * 3 + 1)
    this.at += this.bytes.write(text, this.at, 'utf8')
    this.bytes[this.at++] = 0
  }

  private string(text: string): void {
    this.room(text.length * 3 + 5)
    const size = this.bytes.write(text, this.at + 4, 'utf8') + 1
    this.bytes.writeInt32LE(size, this.at)
    this.at += 4 + size
    this.bytes[this.at - 1] = 0
  }

  private head(type: number, key: string): void {
    this.byte(type)
    this.cstring(key)
  }

  private element(key: string, value: Value): void {
    switch (typeof value) {
      case 'string':
        this.head(0x02, key)
        return this.string(value)
      case 'number':
        this.head(0x01, key)
        this.room(8)
        this.at = this.bytes.writeDoubleLE(value, this.at)
        return
      case 'boolean':
        this.head(0x08, key)
        return this.byte(value ? 1 : 0)
      case 'bigint':
        this.head(0x12, key)
        return this.int64(value)
      case 'undefined':
        return this.head(0x06, key)
      default:
        return value === null ? this.head(0x0a, key) : this.object(key, value)
    }
  }

  private object(key: string, value: Exclude<Value, null | undefined | string | number | boolean | bigint>): void {
    if (value instanceof Map) {
      this.head(0x03, key)
      this.document(value)
    } else if (value instanceof Int32) {
      this.head(0x10, key)
      this.int32(value.value)
    } else if (Array.isArray(value)) {
      this.head(0x04, key)
      this.array(value)
    } else if (value instanceof Date) {
      this.head(0x09, key)
      this.int64(BigInt(value.getTime()))
    } else if (value instanceof ObjectId) {
      this.head(0x07, key)
      this.raw(value.id)
    } else this.rare(key, value)
  }

  private rare(
    key: string,
    value: Binary | Decimal128 | Timestamp | BSONRegExp | BSONSymbol | Code | MinKey | MaxKey,
  ): void {
    if ((value as unknown) instanceof RawDocument) {
      this.head(0x03, key)
      this.raw((value as unknown as RawDocument).bytes)
    } else if (value instanceof Binary) {
      this.head(0x05, key)
      this.binary(value)
    } else if (value instanceof Decimal128) {
      this.head(0x13, key)
      this.raw(value.bytes)
    } else if (value instanceof Timestamp) {
      this.head(0x11, key)
      this.int32(value.low)
      this.int32(value.high)
    } else if (value instanceof BSONRegExp) {
      this.head(0x0b, key)
      this.cstring(value.pattern)
      this.cstring(value.options)
    } else if (value instanceof Code) {
      this.head(0x0d, key)
      this.string(value.code)
    } else if (value instanceof BSONSymbol) {
      this.head(0x0e, key)
      this.string(value.value)
    } else this.head(value instanceof MinKey ? 0xff : 0x7f, key)
  }

  private binary(value: Binary): void {
    const bytes = value.buffer.subarray(0, value.position)
    this.int32(value.sub_type === 2 ? bytes.length + 4 : bytes.length)
    this.byte(value.sub_type)
    if (value.sub_type === 2) this.int32(bytes.length)
    this.raw(bytes)
  }
}

const scratch = new Encoder()
