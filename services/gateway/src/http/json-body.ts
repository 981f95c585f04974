import type { FastifyInstance } from 'fastify'

/** A response body that is already JSON. */
export class JsonBody {
  constructor(readonly bytes: Buffer) {}
}

const OPENING = '{'.charCodeAt(0)
const EMPTY = '{}'
const BEFORE_MEMBERS = Buffer.from('{"success":true,')
const WITHOUT_MEMBERS = Buffer.from('{"success":true}')

/**
 * Returns the body of a success: `success`, then the members of a call's output, whose JSON is copied without parsing
 * it. Throws if the output isn't an object.
 */
export function successBody(output: Buffer): JsonBody {
  if (output[0] !== OPENING) throw new Error('the output of a call is not an object')
  if (output.length === EMPTY.length) return new JsonBody(WITHOUT_MEMBERS)
  return new JsonBody(Buffer.concat([BEFORE_MEMBERS, output.subarray(1)]))
}

/** Lets handlers return a `JsonBody`, whose bytes are sent as they are. Call it before routes are added. */
export function sendJsonBodies(fastify: FastifyInstance): void {
  // Declared to return text, but bytes are sent as well.
  fastify.setReplySerializer((payload) =>
    payload instanceof JsonBody ? (payload.bytes as unknown as string) : JSON.stringify(payload),
  )
}
