import { decode, sizeAt } from '../bson/decode.js'
import { encodeAfter } from '../bson/encode.js'
import { Code, fail } from '../errors.js'
import type { Doc, Value } from '../bson/values.js'

const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const CHECKSUM = 1
const MORE_TO_COME = 2
const MODERN_HEAD_BYTES = 21
const LEGACY_HEAD_BYTES = 36

/** One request: the command with its `$db`, and whether and how to reply. */
export interface Request {
  requestId: number
  legacy: boolean
  command: Doc
  /** False for an unacknowledged write. */
  wantsReply: boolean
}

/**
 * Parses one complete message. Document sequences become arrays in the command.
 * @throws DocstoreError 17 for an operation other than OP_MSG and the first OP_QUERY.
 */
export function readMessage(bytes: Buffer): Request {
  const requestId = bytes.readInt32LE(4)
  const opcode = bytes.readInt32LE(12)
  if (opcode === OP_MSG) return readModern(bytes, requestId)
  if (opcode === OP_QUERY) return readLegacy(bytes, requestId)
  return fail(Code.ProtocolError, `unsupported wire operation ${opcode}`)
}

function readModern(bytes: Buffer, requestId: number): Request {
  const flags = bytes.readUInt32LE(16)
  if (flags & 0xfffc) fail(Code.ProtocolError, `unknown required message flags ${flags}`)
  const end = bytes.length - (flags & CHECKSUM ? 4 : 0)
  let command: Doc | undefined
  const sequences: [string, Value[]][] = []
  for (let at = 20; at < end;) {
    const kind = bytes[at++]
    const size = sizeAt(bytes, at)
    if (kind === 0) command = decode(bytes, at)
    else if (kind === 1) sequences.push(readSequence(bytes, at, at + size))
    else fail(Code.ProtocolError, `unknown message section ${String(kind)}`)
    at += size
  }
  if (!command) fail(Code.ProtocolError, 'a message needs a body')
  for (const [name, documents] of sequences) command.set(name, documents)
  return { requestId, legacy: false, command, wantsReply: (flags & MORE_TO_COME) === 0 }
}

function readSequence(bytes: Buffer, start: number, end: number): [string, Value[]] {
  const nameEnd = bytes.indexOf(0, start + 4)
  const documents: Value[] = []
  for (let at = nameEnd + 1; at < end; at += sizeAt(bytes, at)) documents.push(decode(bytes, at))
  return [bytes.toString('utf8', start + 4, nameEnd), documents]
}

function readLegacy(bytes: Buffer, requestId: number): Request {
  const nameEnd = bytes.indexOf(0, 20)
  const command = decode(bytes, nameEnd + 9)
  command.set('$db', bytes.toString('utf8', 20, nameEnd).split('.')[0])
  return { requestId, legacy: true, command, wantsReply: true }
}

/** Returns the bytes of a reply, in one buffer. */
export function writeReply(request: Request, reply: Doc): Buffer {
  const headBytes = request.legacy ? LEGACY_HEAD_BYTES : MODERN_HEAD_BYTES
  const bytes = encodeAfter(headBytes, reply)
  bytes.fill(0, 0, headBytes)
  bytes.writeInt32LE(bytes.length, 0)
  bytes.writeInt32LE(request.requestId, 8)
  bytes.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12)
  if (request.legacy) {
    // Flags: await capable, as every server since 1.6 says; one document follows.
    bytes.writeInt32LE(8, 16)
    bytes.writeInt32LE(1, 32)
  }
  return bytes
}
