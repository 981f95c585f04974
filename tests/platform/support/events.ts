import mongoose from 'mongoose'
import { reactions } from '@hissa/contracts/bus'
import type { Bus } from '@hissa/messaging'
import { publishers } from '@hissa/messaging/bus'

interface Row {
  _id: string
  subject: string
  unsent?: true
}

/**
 * Compares every service's outbox with the inboxes of its consumers. Returns each event that is not on the bus yet, and
 * each that a consumer has neither handled nor acknowledged.
 */
export async function undelivered(mongoUri: string, dbPrefix: string, bus: Bus): Promise<string[]> {
  const client = new mongoose.mongo.MongoClient(mongoUri)
  try {
    const rowsOf = (service: string, collection: string) =>
      client.db(`${dbPrefix}${service}`).collection<Row>(collection).find().toArray()
    const outboxes = (await Promise.all(publishers.map((service) => rowsOf(service, 'outbox')))).flat()
    const found = outboxes.filter(({ unsent }) => unsent).map(({ _id }) => `unsent ${_id}`)
    for (const [service, list] of Object.entries(reactions)) {
      const handled = new Set((await rowsOf(service, 'inbox')).map(({ _id }) => _id))
      for (const [consumer, { type }] of Object.entries(list)) {
        const events = outboxes.filter(({ subject }) => subject === `hissa.${type}`)
        found.push(...events.map(({ _id }) => `${consumer}:${_id}`).filter((id) => !handled.has(id)))
        const { num_pending, num_ack_pending } = await bus.jsm.consumers.info(streamOf(type), consumer)
        if (num_pending + num_ack_pending > 0) found.push(`${consumer} has ${num_pending + num_ack_pending} to do`)
      }
    }
    return found
  } finally {
    await client.close()
  }
}

const streamOf = (type: string) => `HISSA_${type.slice(0, type.indexOf('.')).toUpperCase()}`

/** Deletes every stream with its consumers, as an administrator of the bus can. */
export async function deleteStreams(bus: Bus): Promise<void> {
  for await (const { config } of bus.jsm.streams.list()) await bus.jsm.streams.delete(config.name)
}
