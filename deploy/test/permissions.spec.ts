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

describe('what a service may do on a bus that knows it', () => {
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

  it('publishes its own facts, which another reads through the consumer that is named for it', async () => {
    await kyc.js.publish(APPROVED, 'yes')
    await ensureConsumer(identity, CONSUMER, 'kyc.case.approved.v1')
    const consumer = await identity.js.consumers.get(streamOf('kyc'), CONSUMER)
    const message = await consumer.next({ expires: 5_000 })
    expect(message?.string()).toBe('yes')
    expect(await message!.ackAck()).toBe(true)
  })

  it('finds its streams made and learns how they stand', async () => {
    await ensureStream(kyc, 'kyc')
    await ensureDeadStream(kyc, 'kyc')
    expect((await kyc.jsm.streams.info(streamOf('kyc'))).state.messages).toBe(1)
  })

  it('reads no fact that it does not react to, whichever way it asks', async () => {
    const stream = streamOf('kyc')
    await refused(identity.jsm.consumers.add(stream, durable('identity-curious', 'hissa.kyc.>')))
    await refused(identity.jsm.consumers.add(stream, durable(CONSUMER, 'hissa.kyc.case.submitted.v1')))
    await refused(identity.jsm.consumers.add(stream, { ack_policy: AckPolicy.None }))
    await refused(identity.nc.request(`$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${CONSUMER}`, '{}'))
    await refused(identity.jsm.streams.getMessage(stream, { seq: 1 }))
    await refused(identity.jsm.direct.getMessage(stream, { seq: 1 }))
    await refused(heard(identity, 'hissa.kyc.>'))
    await refused(heard(gateway, 'hissa.>'))
  })

  it('makes no stream, so that none has the server send on what others call or tell', async () => {
    for (const user of services) {
      const bus = await connectBus(server.urlFor(user), user)
      for (const name of [...publishers.flatMap((one) => [streamOf(one), deadStreamOf(one)]), 'HISSA_OTHER'])
        await refused(bus.jsm.streams.add({ name, subjects: ['rpc.>'], republish: { src: '>', dest: '_INBOX.spy.>' } }))
      await bus.nc.close()
    }
  })

  it('makes no consumer and changes none, so that none has the server send facts elsewhere', async () => {
    const config = { ...durable(CONSUMER, APPROVED), deliver_subject: 'hissa.investment.order.paid.v1' }
    await refused(identity.jsm.consumers.add(streamOf('kyc'), durable(CONSUMER, APPROVED)))
    await refused(identity.jsm.consumers.add(streamOf('kyc'), config))
  })

  it('cannot change its stream, nor empty, alter or delete another’s', async () => {
    await refused(identity.jsm.streams.delete(streamOf('kyc')))
    await refused(identity.jsm.streams.purge(streamOf('kyc')))
    await refused(identity.jsm.streams.deleteMessage(streamOf('kyc'), 1))
    await refused(identity.jsm.consumers.delete(streamOf('kyc'), CONSUMER))
    await refused(kyc.jsm.streams.delete(streamOf('kyc')))
    await refused(kyc.jsm.streams.purge('HISSA_DEAD_KYC'))
    await refused(kyc.nc.request(`$JS.API.STREAM.UPDATE.${streamOf('kyc')}`, '{}'))
  })

  it('lets the operator neither publish, read nor delete events', async () => {
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
    await refused(heard(operator, 'hissa.>'))
    await operator.nc.close()
  })

  it('speaks for nobody else', async () => {
    await refused(identity.js.publish(APPROVED, 'forged'))
    await refused(kyc.js.publish('dead.identity.x', 'forged'))
    await refused(kyc.nc.request('local.identity.clock', '{}'))
  })

  it('keeps codes, addresses and facts about people from the gateway', async () => {
    for (const call of [
      'identity.getCode',
      'identity.describeSubject',
      'identity.getSubjectFacts',
      'identity.getStaffName',
    ])
      await refused(gateway.nc.request(`rpc.${call}`, '{}'))
    await refused(heard(gateway, 'rpc.identity.getCode'))
  })

  it('lets a call through and its answer back, once, to whoever asked', async () => {
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

/** Settles with the server's refusal of a subscription, or with a message when it was taken. */
function heard(bus: Bus, subject: string): Promise<string> {
  return new Promise((resolve, reject) => {
    bus.nc.subscribe(subject, { callback: (error) => (error ? reject(error) : resolve('a message')) })
    bus.nc.flush().then(() => setImmediate(() => resolve('taken')), reject)
  })
}
