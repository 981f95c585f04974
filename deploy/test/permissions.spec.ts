import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectBus, ensureDeadStream, ensureStream, streamOf, type Bus } from '@hissa/messaging'
import { AckPolicy } from '@nats-io/jetstream'
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
    await ensureStream(kyc, 'kyc')
    await ensureDeadStream(kyc, 'kyc')
    await ensureStream(identity, 'identity')
  })
  afterAll(async () => {
    await Promise.all([identity, kyc, gateway].map((bus) => bus?.nc.close()))
    await server?.stop()
  })

  const refused = (act: Promise<unknown>) => expect(act).rejects.toThrow(/permissions violation/i)

  it('publishes its own facts, which another reads through the consumer that is named for it', async () => {
    await kyc.js.publish(APPROVED, 'yes')
    await identity.jsm.consumers.add(streamOf('kyc'), durable(CONSUMER, APPROVED))
    const consumer = await identity.js.consumers.get(streamOf('kyc'), CONSUMER)
    const message = await consumer.next({ expires: 5_000 })
    expect(message?.string()).toBe('yes')
    expect(await message!.ackAck()).toBe(true)
  })

  it('may create its own stream twice and learn how it stands', async () => {
    await ensureStream(kyc, 'kyc')
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

  it('cannot take another fact under the name of one that it reacts to', async () => {
    const config = { ...durable(CONSUMER), filter_subject: 'hissa.kyc.>' }
    const answer = await identity.nc.request(
      `$JS.API.CONSUMER.CREATE.${streamOf('kyc')}.${CONSUMER}.${APPROVED}`,
      JSON.stringify({ stream_name: streamOf('kyc'), config, action: '' }),
    )
    expect(answer.json()).toMatchObject({ error: { code: 400 } })
    const all = await identity.nc.request(
      `$JS.API.CONSUMER.CREATE.${streamOf('kyc')}.${CONSUMER}.${APPROVED}`,
      JSON.stringify({ stream_name: streamOf('kyc'), config: durable(CONSUMER), action: '' }),
    )
    expect(all.json()).toMatchObject({ error: { code: 400 } })
  })

  it('cannot change its stream, nor empty, alter or delete another’s', async () => {
    await refused(identity.jsm.streams.delete(streamOf('kyc')))
    await refused(identity.jsm.streams.purge(streamOf('kyc')))
    await refused(identity.jsm.streams.deleteMessage(streamOf('kyc'), 1))
    await refused(identity.jsm.consumers.delete(streamOf('kyc'), CONSUMER))
    await refused(kyc.jsm.streams.delete(streamOf('kyc')))
    await refused(kyc.jsm.streams.purge('HISSA_DEAD_KYC'))
    await refused(kyc.nc.request(`$JS.API.STREAM.UPDATE.${streamOf('kyc')}`, '{}'))
    await expect(kyc.jsm.streams.add({ name: streamOf('kyc'), subjects: ['rpc.>'] })).rejects.toThrow(/already in use/)
  })

  it('speaks for nobody else', async () => {
    await refused(identity.js.publish(APPROVED, 'forged'))
    await refused(kyc.js.publish('dead.identity.x', 'forged'))
    await refused(kyc.nc.request('local.identity.clock', '{}'))
  })

  it('keeps codes, addresses and facts about people from the gateway', async () => {
    for (const call of ['identity.getCode', 'identity.describeSubject', 'identity.getSubjectFacts'])
      await refused(gateway.nc.request(`rpc.${call}`, '{}'))
    await refused(heard(gateway, 'rpc.identity.getCode'))
  })

  it('lets a call through and its answer back, once, to whoever asked', async () => {
    identity.nc.subscribe('rpc.identity.getSession', {
      queue: 'identity',
      callback: (_error, message) => void message.respond('answer'),
    })
    await identity.nc.flush()
    const answer = await gateway.nc.request('rpc.identity.getSession', '{}', { timeout: 2_000 })
    expect(answer.string()).toBe('answer')
  })
})

/** Settles with the server's refusal of a subscription, or with a message when it was taken. */
function heard(bus: Bus, subject: string): Promise<string> {
  return new Promise((resolve, reject) => {
    bus.nc.subscribe(subject, { callback: (error) => (error ? reject(error) : resolve('a message')) })
    bus.nc.flush().then(() => setImmediate(() => resolve('taken')), reject)
  })
}
