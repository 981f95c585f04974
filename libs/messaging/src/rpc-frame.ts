import type { RpcReply } from './rpc-reply.js'

/** The id of every call; a request has its own reply subject. */
export const CALL_ID = '1'

/** Nest's packet around a success, before and after its output. */
const HEAD = Buffer.from('{"response":{"ok":true,"output":')
const TAIL = Buffer.from(`},"isDisposed":true,"id":"${CALL_ID}"}`)

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
    const isJson = response?.ok === true && 'json' in response
    if (!isJson) return { data: JSON.stringify(packet) }
    const tail = id === CALL_ID ? TAIL : `},"isDisposed":true,"id":${JSON.stringify(id)}}`
    return { data: Buffer.concat([HEAD, response.json, Buffer.from(tail)]) }
  },
}

/**
 * Returns the output's JSON in a reply, as bytes of the reply; undefined for a problem or another notation. A reply that
 * begins with `HEAD` and ends with `TAIL` holds only the output in between, because a success has no other members.
 */
export function outputBytes(reply: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength)
  const end = bytes.length - TAIL.length
  if (end <= HEAD.length) return undefined
  if (bytes.compare(HEAD, 0, HEAD.length, 0, HEAD.length) !== 0) return undefined
  if (bytes.compare(TAIL, 0, TAIL.length, end, bytes.length) !== 0) return undefined
  return bytes.subarray(HEAD.length, end)
}
