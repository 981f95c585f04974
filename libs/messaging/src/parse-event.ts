import type { CloudEvent, EventContract, EventData } from '@hissa/contracts'
import type { JsMsg } from '@nats-io/jetstream'
import * as z from 'zod/mini'

const Envelope = z.looseObject({
  specversion: z.literal('1.0'),
  id: z.string().check(z.minLength(1)),
  type: z.string(),
  subject: z.string(),
  time: z.string(),
  version: z.number(),
  traceparent: z.optional(z.string()),
  data: z.unknown(),
})

/**
 * Parses an event. Throws for an invalid message: not JSON, not an envelope, or rejected by the contract. An event of
 * another type under this subject comes from a publisher without the right to publish that type.
 */
export function parseEvent<C extends EventContract>(contract: C, message: JsMsg): CloudEvent<EventData<C>> {
  const envelope = z.parse(Envelope, message.json())
  if (envelope.type !== contract.type) throw new Error(`an event of type ${envelope.type} under ${message.subject}`)
  return { ...envelope, data: z.parse(contract.data, envelope.data) } as CloudEvent<EventData<C>>
}
