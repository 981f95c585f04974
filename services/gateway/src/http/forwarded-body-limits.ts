import { BAD_REQUEST, BODY_TOO_LARGE } from '@hissa/contracts/http'
import { problemFor } from '@hissa/kernel'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { sendProblem } from './problem.filter.js'

/** The same limit as in identity: an action of the user pool is a few hundred bytes. */
const POOL_LIMIT_BYTES = 64 * 1024
/** The same limit as in the sandbox, which rejects a longer body before it has been sent. */
const SANDBOX_LIMIT_BYTES = 4_096
const BODILESS = ['GET', 'HEAD', 'OPTIONS']

type Refuse = (reply: FastifyReply) => FastifyReply

/** Rejects larger bodies with an error of the user pool, which pages of `origin` may read. */
export const limitPoolBodies = (fastify: FastifyInstance, { origin }: URL): void =>
  limitBodies(fastify, POOL_LIMIT_BYTES, (reply) => refuseForPool(reply, origin))

/** Rejects larger bodies with a problem. */
export const limitSandboxBodies = (fastify: FastifyInstance): void =>
  limitBodies(fastify, SANDBOX_LIMIT_BYTES, (reply) => {
    sendProblem(reply.header('connection', 'close'), problemFor(BODY_TOO_LARGE, 'The request is larger than we take.'))
    return reply
  })

/**
 * Reads each body before it is forwarded, and closes the connection of a larger one. The limit cannot be behind the
 * proxy, because a body that is still being sent would keep both connections open.
 */
function limitBodies(fastify: FastifyInstance, maxBytes: number, refuse: Refuse): void {
  fastify.addHook('preParsing', async (request, reply, payload) => {
    if (BODILESS.includes(request.method)) return payload
    const declared = Number(request.headers['content-length'] ?? 0)
    const body = declared > maxBytes ? undefined : await readUpTo(maxBytes, payload)
    return body ? Object.assign(Readable.from([body]), { receivedEncodedLength: body.length }) : refuse(reply)
  })
}

/**
 * Returns the whole body, or undefined as soon as it exceeds `maxBytes`. Throws BAD_REQUEST when the client
 * disconnects.
 */
async function readUpTo(maxBytes: number, payload: NodeJS.ReadableStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    const disconnected = () => reject(problemFor(BAD_REQUEST, 'The request could not be read.'))
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
    payload.once('error', disconnected)
    payload.once('close', disconnected)
  })
}

function refuseForPool(reply: FastifyReply, origin: string): FastifyReply {
  const [type, message] = ['SerializationException', 'The request body is too large.']
  return reply
    .code(400)
    .headers({
      connection: 'close',
      'content-type': 'application/x-amz-json-1.1',
      'cache-control': 'no-store',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'x-amzn-ErrorType,x-amzn-ErrorMessage',
      'x-amzn-errortype': `${type}:`,
      'x-amzn-errormessage': message,
    })
    .send(JSON.stringify({ __type: type, message }))
}
