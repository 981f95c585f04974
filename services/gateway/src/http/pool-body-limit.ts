import type { FastifyInstance, FastifyReply } from 'fastify'
import { Readable } from 'node:stream'

/** As identity has it: an action of the user pool is a few hundred bytes. */
const MAX_BODY_BYTES = 64 * 1024
const BODILESS = ['GET', 'HEAD', 'OPTIONS']

/**
 * Reads each body before it is forwarded and refuses a larger one in the pool's own shape, closing the connection. Here
 * and not behind the proxy, because a body that is still being sent would keep both connections open.
 */
export function limitPoolBodies(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', async (request, reply, payload) => {
    if (BODILESS.includes(request.method)) return payload
    const declared = Number(request.headers['content-length'] ?? 0)
    const body = declared > MAX_BODY_BYTES ? undefined : await readUpTo(MAX_BODY_BYTES, payload)
    return body ? Object.assign(Readable.from([body]), { receivedEncodedLength: body.length }) : refuse(reply)
  })
}

/** The whole body, or undefined as soon as it is longer than `maxBytes`. Errors: the client's, when it goes away. */
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
    payload.once('close', () => reject(new Error('The client went away')))
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
