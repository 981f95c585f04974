import type { FastifyInstance, FastifyReply } from 'fastify'
import { Readable } from 'node:stream'

/** The same limit as in identity: an action of the user pool is a few hundred bytes. */
const MAX_BODY_BYTES = 64 * 1024
const BODILESS = ['GET', 'HEAD', 'OPTIONS']

/**
 * Reads each body before it is forwarded. Rejects a larger one with an error of the user pool and closes the
 * connection. The limit cannot be behind the proxy, because a body that is still being sent would keep both connections
 * open.
 */
export function limitPoolBodies(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', async (request, reply, payload) => {
    if (BODILESS.includes(request.method)) return payload
    const declared = Number(request.headers['content-length'] ?? 0)
    const body = declared > MAX_BODY_BYTES ? undefined : await readUpTo(MAX_BODY_BYTES, payload)
    return body ? Object.assign(Readable.from([body]), { receivedEncodedLength: body.length }) : refuse(reply)
  })
}

/** Returns the whole body, or undefined as soon as it exceeds `maxBytes`. Throws when the client disconnects. */
async function readUpTo(maxBytes: number, payload: NodeJS.ReadableStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    const end = (body: Buffer | undefined) => {
      payload.removeListener('data', onData)
      resolve(body)
    }
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > maxBytes) return end(undefined)
      chunks.push(chunk)
    }
    payload.on('data', onData)
    payload.once('end', () => end(Buffer.concat(chunks)))
    payload.once('error', reject)
    payload.once('close', () => reject(new Error('The client disconnected')))
  })
}

function refuse(reply: FastifyReply): FastifyReply {
  const [type, message] = ['SerializationException', 'The request body is too large.']
  return reply
    .code(400)
    .headers({
      connection: 'close',
      'content-type': 'application/x-amz-json-1.1',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'x-amzn-ErrorType,x-amzn-ErrorMessage',
      'x-amzn-errortype': `${type}:`,
      'x-amzn-errormessage': message,
    })
    .send(JSON.stringify({ __type: type, message }))
}
