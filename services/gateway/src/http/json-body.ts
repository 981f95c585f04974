import type { FastifyInstance } from 'fastify'

/** The member with which the body of every success begins. */
export const SUCCESS = '"success":true'

/** A response body that is already JSON. */
export class JsonBody {
  constructor(readonly bytes: Buffer) {}
}

/** Lets handlers return a `JsonBody`, whose bytes are sent as they are. Call it before routes are added. */
export function sendJsonBodies(fastify: FastifyInstance): void {
  // Declared to return text, but bytes are sent as well.
  fastify.setReplySerializer((payload) =>
    payload instanceof JsonBody ? (payload.bytes as unknown as string) : JSON.stringify(payload),
  )
}
