import type { RpcReply } from './rpc-reply.js'

/** The id of every call; a request has its own reply subject. */
export const CALL_ID = '1'

/** Nest's packet around a success, before and after its output. */
const HEAD = Buffer.from('{"response":{"ok":true,"output":')
const TAIL = Buffer.from(`},"isDisposed":true,"id":"${CALL_ID}"}`)
const OPENING_BRACE = '{'.charCodeAt(0)
const EMPTY_OUTPUT_BYTES = '{}'.length

interface ReplyPacket {
  id: string
  response?: RpcReply
  err?: unknown
  isDisposed?: boolean
}

/** Serialises replies like Nest's own serialiser, and copies an output that is already JSON. */
export const replySerializer = {
  serialize: (packet: ReplyPacket): { data: string | Buffer } => {
    const { response, id } = packet
    if (response?.ok !== true || !('json' in response)) return { data: JSON.stringify(packet) }
    const tail = id === CALL_ID ? TAIL : Buffer.from(`},"isDisposed":true,"id":${JSON.stringify(id)}}`)
    return { data: Buffer.concat([HEAD, ...response.json, tail]) }
  },
}

/**
 * Returns the output's JSON in a reply, with `members` (JSON members without braces) before its own; undefined for a
 * problem or another notation. Nothing is parsed: a reply that begins with `HEAD` and ends with `TAIL` holds only the
 * output in between, because a success has no other members. Nothing is copied either: the result shares the memory of
 * the reply, and `members` overwrite the end of its `HEAD`, so that the reply cannot be read again.
 */
export function outputBytes(reply: Uint8Array, members = ''): Buffer | undefined {
  const bytes = Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength)
  const [start, end] = [HEAD.length, bytes.length - TAIL.length]
  if (end - start < EMPTY_OUTPUT_BYTES || bytes[start] !== OPENING_BRACE) return undefined
  if (bytes.compare(HEAD, 0, HEAD.length, 0, start) !== 0) return undefined
  if (bytes.compare(TAIL, 0, TAIL.length, end, bytes.length) !== 0) return undefined
  const opening = openingOf(members, end - start === EMPTY_OUTPUT_BYTES)
  const from = start + 1 - opening.length
  if (from < 0) return undefined
  opening.copy(bytes, from)
  return bytes.subarray(from, end)
}

/** Returns the JSON of an output with `members` before its own. */
export function outputJson(output: object, members = ''): Buffer {
  const json = Buffer.from(JSON.stringify(output))
  return Buffer.concat([openingOf(members, json.length === EMPTY_OUTPUT_BYTES), json.subarray(1)])
}

const openingOf = (members: string, isEmpty: boolean) =>
  Buffer.from(members === '' || isEmpty ? `{${members}` : `{${members},`)
