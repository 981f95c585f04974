import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  connectBus,
  deadStreamOf,
  ensureConsumer,
  ensureDeadStream,
  ensureStream,
  streamOf,
  type Bus,
} from '@hissa/messaging'
import { AckPolicy } from '@nats-io/jetstream'
import { services, publishers } from '@hissa/messaging/bus'
import { startBus, type TestBus } from './support/bus.js'

const CONSUMER = 'identity-move-status-when-kyc-approved'
const APPROVED = 'hissa.kyc.case.approved.v1'
const durable = (name: string, filter?: string) => ({
  durable_name: name,
  ack_policy: AckPolicy.Explicit,
  ...(filter ? { filter_subject: filter } : {}),
})

describe('the permissions of a bus user', () => {
  let server: TestBus
  let identity: Bus
  let kyc: Bus
  let gateway: Bus

  beforeAll(async () => {
    server = await startBus()
    const as = (user: string) => connectBus(server.urlFor(user), user)
    ;[identity, kyc, gateway] = await Promise.all([as('identity'), as('kyc'), as('gateway')])
  })
  afterAll(async () => {
    await Promise.all([identity, kyc, gateway].map((bus) => bus?.nc.close()))
    await server?.stop()
  })

  const refused = (act: Promise<unknown>) => expect(act).rejects.toThrow(/permissions violation/i)

  it('let a service publish its own events, which another reads through the consumer with its name', async () => {
    await kyc.js.publish(APPROVED, 'yes')
    await ensureConsumer(identity, CONSUMER, 'kyc.case.approved.v1')
    const consumer = await identity.js.consumers.get(streamOf('kyc'), CONSUMER)
    const message = await consumer.next({ expires: 5_000 })
    expect(message?.string()).toBe('yes')
    expect(await message!.ackAck()).toBe(true)
  })

  it('let a service find its streams and read their state', async () => {
    await ensureStream(kyc, 'kyc')
    await ensureDeadStream(kyc, 'kyc')
    expect((await kyc.jsm.streams.info(streamOf('kyc'))).state.messages).toBe(1)
  })

  it('reject reading an event without a handler for it, by every method', async () => {
    const stream = streamOf('kyc')
    await refused(identity.jsm.consumers.add(stream, durable('identity-curious', 'hissa.kyc.>')))
    await refused(identity.jsm.consumers.add(stream, durable(CONSUMER, 'hissa.kyc.case.submitted.v1')))
    await refused(identity.jsm.consumers.add(stream, { ack_policy: AckPolicy.None }))
    await refused(identity.nc.request(`$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${CONSUMER}`, '{}'))
    await refused(identity.jsm.streams.getMessage(stream, { seq: 1 }))
    await refused(identity.jsm.direct.getMessage(stream, { seq: 1 }))
    await refused(subscribed(identity, 'hissa.kyc.>'))
    await refused(subscribed(gateway, 'hissa.>'))
  })

  it('reject creating a stream, so that no service can have calls or events forwarded', async () => {
    for (const user of services) {
      const bus = await connectBus(server.urlFor(user), user)
      for (const name of [...publishers.flatMap((one) => [streamOf(one), deadStreamOf(one)]), 'HISSA_OTHER'])
        await refused(bus.jsm.streams.add({ name, subjects: ['rpc.>'], republish: { src: '>', dest: '_INBOX.spy.>' } }))
      await bus.nc.close()
    }
  })

  it('reject creating or changing a consumer, so that no service can have events delivered elsewhere', async () => {
    const config = { ...durable(CONSUMER, APPROVED), deliver_subject: 'hissa.investment.order.paid.v1' }
    await refused(identity.jsm.consumers.add(streamOf('kyc'), durable(CONSUMER, APPROVED)))
    await refused(identity.jsm.consumers.add(streamOf('kyc'), config))
  })

  it('reject changing one’s own stream, and purging, changing or deleting another’s', async () => {
    await refused(identity.jsm.streams.delete(streamOf('kyc')))
    await refused(identity.jsm.streams.purge(streamOf('kyc')))
    await refused(identity.jsm.streams.deleteMessage(streamOf('kyc'), 1))
    await refused(identity.jsm.consumers.delete(streamOf('kyc'), CONSUMER))
    await refused(kyc.jsm.streams.delete(streamOf('kyc')))
    await refused(kyc.jsm.streams.purge('HISSA_DEAD_KYC'))
    await refused(kyc.nc.request(`$JS.API.STREAM.UPDATE.${streamOf('kyc')}`, '{}'))
  })

  it('let the operator neither publish, read nor delete events', async () => {
    const operator = await connectBus(server.urlFor('operator'), 'operator')
    const stream = streamOf('kyc')
    await refused(operator.js.publish(APPROVED, 'forged'))
    await refused(operator.nc.request('rpc.identity.getCode', '{}'))
    await refused(operator.nc.request('local.identity.clock', '{}'))
    await refused(operator.jsm.streams.getMessage(stream, { seq: 1 }))
    await refused(operator.nc.request(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${CONSUMER}`, '1'))
    await refused(operator.jsm.streams.delete(stream))
    await refused(operator.jsm.streams.purge(stream))
    await refused(operator.jsm.consumers.delete(stream, CONSUMER))
    await refused(subscribed(operator, 'hissa.>'))
    await operator.nc.close()
  })

  it('reject publishing in the name of another service', async () => {
    await refused(identity.js.publish(APPROVED, 'forged'))
    await refused(kyc.js.publish('dead.identity.x', 'forged'))
    await refused(kyc.nc.request('local.identity.clock', '{}'))
  })

  it('keep codes, addresses and personal data from the gateway', async () => {
    for (const call of [
      'identity.getCode',
      'identity.describeSubject',
      'identity.getSubjectFacts',
      'identity.getStaffName',
      'identity.listNames',
      'identity.findUserByEmail',
    ])
      await refused(gateway.nc.request(`rpc.${call}`, '{}'))
    await refused(subscribed(gateway, 'rpc.identity.getCode'))
  })

  it('let a call and one reply through to its caller', async () => {
    const second = new Promise<Error>((resolve) => {
      void (async () => {
        for await (const status of identity.nc.status()) if (status.type === 'error') return resolve(status.error)
      })()
    })
    identity.nc.subscribe('rpc.identity.getSession', {
      queue: 'identity',
      callback: (_error, message) => void [1, 2].forEach((n) => message.respond(`answer ${n}`)),
    })
    await identity.nc.flush()
    const answer = await gateway.nc.request('rpc.identity.getSession', '{}', { timeout: 60_000 })
    expect(answer.string()).toBe('answer 1')
    expect(String(await second)).toMatch(/permissions violation for publish to "_INBOX\.gateway\./i)
  })
})

/** Rejects with the server's refusal of a subscription; resolves if it was accepted. */
function subscribed(bus: Bus, subject: string): Promise<string> {
  return new Promise((resolve, reject) => {
    bus.nc.subscribe(subject, { callback: (error) => (error ? reject(error) : resolve('a message')) })
    bus.nc.flush().then(() => setImmediate(() => resolve('taken')), reject)
  })
}
