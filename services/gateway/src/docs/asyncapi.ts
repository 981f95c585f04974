import type { EventContract } from '@hissa/contracts'
import * as identity from '@hissa/contracts/identity'
import * as investment from '@hissa/contracts/investment'
import * as kyc from '@hissa/contracts/kyc'
import * as property from '@hissa/contracts/property'
import * as z from 'zod/mini'

const isEvent = (value: unknown): value is EventContract =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  'data' in value &&
  /\.v\d+$/.test(String(value.type))

/** Every event that some service publishes, in the order of their names. */
export const events: EventContract[] = [identity, investment, kyc, property]
  .flatMap((contracts) => Object.values(contracts as Record<string, unknown>).filter(isEvent))
  .sort((a, b) => a.type.localeCompare(b.type))

/** AsyncAPI 3.0 of the events on the bus and of the frames on `/ws/events`, from the contracts. */
export function asyncApi(version: string): object {
  const messages = Object.fromEntries(
    events.map(({ type, data }) => [
      type,
      { name: type, contentType: 'application/cloudevents+json', payload: schemaOf(data) },
    ]),
  )
  return {
    asyncapi: '3.0.0',
    info: { title: 'Hissa events', version },
    channels: Object.fromEntries(
      events.map(({ type }) => [
        type,
        { address: `hissa.${type}`, messages: { [type]: { $ref: `#/components/messages/${type}` } } },
      ]),
    ),
    operations: Object.fromEntries(
      events.map(({ type }) => [`publish.${type}`, { action: 'send', channel: { $ref: `#/channels/${type}` } }]),
    ),
    components: { messages },
  }
}

function schemaOf(data: z.ZodMiniType): object {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(data, {
    target: 'draft-7',
    unrepresentable: 'any',
  }) as Record<string, unknown>
  return schema
}
