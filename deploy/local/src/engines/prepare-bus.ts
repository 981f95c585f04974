import { reactions } from '@hissa/contracts/bus'
import { makeConsumer, makeStreams, type Bus } from '@hissa/messaging/connection'
import { tellers } from './nats-users.js'

/**
 * Makes every stream and every durable consumer, before services start: none of them may. Safe to run again.
 * @param bus with all rights
 * @throws when a stream is there with other settings than ours
 */
export async function prepareBus(bus: Bus): Promise<void> {
  for (const service of tellers) await makeStreams(bus, service)
  for (const list of Object.values(reactions))
    for (const [consumer, { type }] of Object.entries(list)) await makeConsumer(bus, consumer, type)
}
