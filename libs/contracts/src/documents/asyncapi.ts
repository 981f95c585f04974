import { events, reactions, serviceOf } from '../bus/index.js'
import type { EventContract } from '../core.js'
import * as z from 'zod/mini'
import type { Json } from './json-schema.js'

/**
 * Returns the AsyncAPI 3.0 description of the events on the bus: one channel for each event, which its service sends to
 * and the services that consume the event receive from.
 */
export function asyncApi(version: string): Json {
  const ofEach = (make: (event: EventContract) => [string, unknown]) => Object.fromEntries(events.map(make))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Hissa events',
      version,
      description: 'CloudEvents 1.0 on NATS JetStream. Each event is published at least once: handle its `id` once.',
    },
    defaultContentType: 'application/cloudevents+json',
    channels: ofEach(({ type }) => [
      type,
      { address: `hissa.${type}`, messages: { [type]: { $ref: `#/components/messages/${type}` } } },
    ]),
    operations: { ...ofEach(sending), ...Object.fromEntries(Object.entries(reactions).flatMap(receiving)) },
    components: {
      messages: ofEach(({ type }) => [
        type,
        { name: type, contentType: 'application/cloudevents+json', payload: { $ref: `#/components/schemas/${type}` } },
      ]),
      schemas: ofEach((event) => [event.type, envelopeOf(event)]),
    },
  }
}

const sending = ({ type }: EventContract): [string, unknown] => [
  `publish.${type}`,
  { action: 'send', channel: { $ref: `#/channels/${type}` }, summary: `Published by ${serviceOf({ name: type })}.` },
]

const receiving = ([service, list]: [string, Readonly<Record<string, EventContract>>]): [string, unknown][] =>
  Object.entries(list).map(([consumer, { type }]) => [
    consumer,
    { action: 'receive', channel: { $ref: `#/channels/${type}` }, summary: `Handled by ${service}.` },
  ])

/** Wraps the schema of an event's data in the CloudEvents envelope. */
function envelopeOf({ type, data }: EventContract): Json {
  const text = { type: 'string' }
  return {
    type: 'object',
    properties: {
      specversion: { ...text, const: '1.0' },
      id: text,
      type: { ...text, const: type },
      source: text,
      subject: text,
      time: { ...text, format: 'date-time' },
      datacontenttype: { ...text, const: 'application/json' },
      version: { type: 'integer', description: 'Of the entity. Of two events apply only the newer.' },
      traceparent: text,
      data: dataOf(data),
    },
    required: ['specversion', 'id', 'type', 'source', 'subject', 'time', 'datacontenttype', 'version', 'data'],
  }
}

/** Converts a schema to JSON Schema draft 7, the dialect of AsyncAPI 3.0. */
function dataOf(data: z.ZodMiniType): Json {
  const {
    $schema: _dialect,
    '~standard': _standard,
    ...schema
  } = z.toJSONSchema(data, {
    target: 'draft-7',
    unrepresentable: 'any',
  }) as Json
  return schema
}
