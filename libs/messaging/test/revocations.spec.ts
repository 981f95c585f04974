import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { EventData } from '@hissa/contracts'
import { ListRevocations, SessionRevoked } from '@hissa/contracts/identity'
import { createLogger, createMetrics } from '@hissa/kernel'
import { freshEngines } from '@hissa/testing-engines'
import { until } from '@hissa/testing-helpers'
import type { Subscription } from '@nats-io/transport-node'
import { connectBus, ensureStream, subjectOf, type Bus } from '../src/connection.js'
import { newEvent } from '../src/event.js'
import { RevocationFeed } from '../src/revocation-feed.js'
import { rpcSubject } from '../src/rpc.js'

const LIFE_MS = 15 * 60_000
let identity: Bus
let verifier: Bus
let feed: RevocationFeed
const registry = () => createMetrics('test', false)

beforeEach(async () => {
  const { natsUrl } = await freshEngines()
  ;[identity, verifier] = await Promise.all([connectBus(natsUrl, 'identity'), connectBus(natsUrl, 'verifier')])
})
afterEach(async () => {
  feed.stop()
  await Promise.all([identity.nc.close(), verifier.nc.close()])
})

const start = (metrics = registry()) => {
  feed = new RevocationFeed(verifier, createLogger('test', 'silent'), metrics)
  feed.start()
  return feed
}
const dataOf = (...sessionIds: string[]): EventData<typeof SessionRevoked> => ({
  userId: 'u1',
  sessionIds,
  reason: 'sign-out',
  revokedAt: new Date().toISOString(),
  tokensExpireAt: new Date(Date.now() + LIFE_MS).toISOString(),
})

/** Publishes as the relay does. */
async function publish(...sessionIds: string[]): Promise<void> {
  await ensureStream(identity, 'identity')
  const event = newEvent(SessionRevoked, {
    aggregateId: 'u1',
    version: 1,
    time: new Date(),
    data: dataOf(...sessionIds),
  })
  await identity.js.publish(subjectOf(SessionRevoked.type), JSON.stringify(event))
}

/** Replies to `identity.listRevocations` with these pages, as identity does. */
async function answerWith(pages: string[][]): Promise<Subscription> {
  const subscription = identity.nc.subscribe(rpcSubject(ListRevocations.name), {
    callback: (_error, message) => {
      const { data } = message.json<{ data: { input: { after?: string } } }>()
      const page = Number(data.input.after ?? 0)
      const { revokedAt, tokensExpireAt } = dataOf()
      const output = {
        revocations: (pages[page] ?? []).map((sessionId) => ({ sessionId, revokedAt, tokensExpireAt })),
        next: page + 1 < pages.length ? String(page + 1) : null,
      }
      message.respond(JSON.stringify({ response: { ok: true, output }, isDisposed: true }))
    },
  })
  // The subscription must be active before the verifier sends its request.
  await identity.nc.flush()
  return subscription
}

const isRevoked = (familyId: string) => feed.isRevoked({ familyId, issuedAt: new Date() })
describe('RevocationFeed', () => {
  it('receives revoked sessions as they are published', async () => {
    await answerWith([[]])
    await start().ready()
    const notified: string[] = []
    feed.onRevoked((sessionIds) => notified.push(...sessionIds))
    await verifier.nc.flush()
    await publish('s1', 's2')
    await until(() => isRevoked('s1') && isRevoked('s2'))
    expect([notified, isRevoked('s3')]).toEqual([['s1', 's2'], false])
  })

  it('has read every page of recent revocations before it is ready', async () => {
    await answerWith([['s1', 's2'], ['s3'], ['s4']])
    await start().ready()
    expect(['s1', 's2', 's3', 's4', 's5'].map(isRevoked)).toEqual([true, true, true, true, false])
  })

  it('is ready without identity, receives events, and retries the replay until it succeeds', async () => {
    const metrics = registry()
    await start(metrics).ready()
    expect(isRevoked('s1')).toBe(false)
    await publish('s2')
    await until(() => isRevoked('s2'))
    await answerWith([['s1']])
    await until(() => isRevoked('s1'))
    const text = await metrics.metrics()
    expect(text).toMatch(/^revocation_replays_total\{.*outcome="done".*\} 1$/m)
    expect(text).toMatch(/^revocation_replays_total\{.*outcome="failed".*\} [1-9]/m)
    expect(text).toMatch(/^revoked_sessions(\{.*\})? 2$/m)
  })

  it('replays after a reconnect what was published during the outage', async () => {
    const first = await answerWith([[]])
    await start().ready()
    first.unsubscribe()
    await answerWith([['s1']])
    await verifier.nc.reconnect()
    await until(() => isRevoked('s1'))
  })

  it("continues after an event that it can't parse", async () => {
    await answerWith([[]])
    await start().ready()
    await verifier.nc.flush()
    const subject = subjectOf(SessionRevoked.type)
    for (const text of ['', 'no json', '{}', '{"data":{"sessionIds":"s1"}}']) identity.nc.publish(subject, text)
    await publish('s2')
    await until(() => isRevoked('s2'))
  })
})
