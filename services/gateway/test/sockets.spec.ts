import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectBus } from '@hissa/messaging'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { startGateway, type Harness } from './support.js'

const SOCKETS_PER_ADDRESS = 3
let gateway: Harness
let addresses = 0
const stranger = () => `198.51.100.${(addresses += 1)}`

beforeAll(async () => {
  gateway = await startGateway({ SOCKETS_PER_ADDRESS: String(SOCKETS_PER_ADDRESS), RATE_LIMIT_READS_PER_MINUTE: '10' })
})
afterAll(() => gateway.stop())

const open = (from: string, headers: Record<string, string> = {}) =>
  new WebSocket(`ws://127.0.0.1:${gateway.port}/ws/events`, { headers: { 'x-forwarded-for': from, ...headers } })
const closed = async (socket: WebSocket) => ((await once(socket, 'close')) as [number])[0]
const signIn = async (from: string, headers: Record<string, string> = {}, user = 'anna') => {
  const socket = open(from, headers)
  await once(socket, 'open')
  socket.send(JSON.stringify({ action: 'auth', token: gateway.token(user) }))
  const [frame] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(frame.toString())).toMatchObject({ type: 'ready' })
  return socket
}

describe('/ws/events', () => {
  it('accepts as many sockets of an address as the limit, and another when one has closed', async () => {
    const from = stranger()
    const sockets = [await signIn(from), await signIn(from), await signIn(from)]
    expect(await closed(open(from))).toBe(1013)
    const other = await signIn(stranger())
    sockets[0]!.close()
    await closed(sockets[0]!)
    const again = await signIn(from)
    for (const socket of [...sockets, other, again]) socket.terminate()
  })

  it('closes a socket whose first frame is not a valid token', async () => {
    const socket = open(stranger())
    await once(socket, 'open')
    socket.send(JSON.stringify({ action: 'auth', token: 'unknown' }))
    expect(await closed(socket)).toBe(4401)
  })

  it('accepts only the origin of its public address', async () => {
    expect(await closed(open(stranger(), { origin: 'http://attacker.test' }))).toBe(1008)
    const own = await signIn(stranger(), { origin: gateway.baseUrl })
    own.terminate()
  })

  it.each(['send', 'ping'] as const)('closes a socket that continues to %s', async (method) => {
    const socket = await signIn(stranger())
    const code = closed(socket)
    for (let frame = 0; frame < 30; frame += 1) socket[method]('x')
    expect(await code).toBe(1008)
  })

  it('closes a socket with a frame that is too large', async () => {
    const socket = await signIn(stranger())
    const code = closed(socket)
    socket.send('x'.repeat(10_000))
    expect(await code).toBe(1009)
  })

  it('counts the opening of sockets as reads', async () => {
    const from = stranger()
    for (let round = 0; round < 10; round += 1) {
      const socket = await signIn(from)
      socket.close()
      await closed(socket)
    }
    expect(await closed(open(from))).toBe(1013)
  })
})

/** Collects the frames of a socket; resolves with those before the first of the type `last`. */
const framesUntil = (socket: WebSocket, last: string) =>
  new Promise<unknown[]>((resolve) => {
    const frames: Array<{ type: string }> = []
    socket.on('message', (text: Buffer) => {
      const frame = JSON.parse(text.toString()) as { type: string }
      if (frame.type === last) resolve(frames)
      else frames.push(frame)
    })
  })

describe('the money of an investor', () => {
  it.each([
    ['investment.distribution.declared.v1', { distributionId: 'distribution-1' }],
    ['investment.distribution.paid.v1', { distributionId: 'distribution-1' }],
    ['investment.withdrawal.changed.v1', { withdrawalId: 'withdrawal-1', state: 'paid' }],
  ])('notifies the investor of %s, and no one else', async (type, fact) => {
    const sockets = await Promise.all(['investor', 'other'].map((user) => signIn(stranger(), {}, user)))
    const progressed = 'investment.raise.progressed.v1'
    const received = Promise.all(sockets.map((socket) => framesUntil(socket, progressed)))
    const bus = await connectBus(gateway.natsUrl, 'test')
    const publish = (event: { type: string; data: object }) =>
      bus.nc.publish(
        `hissa.${event.type}`,
        JSON.stringify({ id: 'event-1', time: '2026-11-23T08:00:00.000Z', ...event }),
      )
    const data = { ...fact, userId: 'investor', amountFils: 1_000, version: 1 }
    publish({ type, data })
    publish({ type: progressed, data: {} })
    expect(await received).toEqual([[{ type, id: 'event-1', time: '2026-11-23T08:00:00.000Z', data }], []])
    await bus.nc.close()
    for (const socket of sockets) socket.terminate()
  })
})

describe('a transfer of shares', () => {
  it('notifies both parties, without the other’s id or the shares, and no one else', async () => {
    const sockets = await Promise.all(['from', 'to', 'other'].map((user) => signIn(stranger(), {}, user)))
    const progressed = 'investment.raise.progressed.v1'
    const received = Promise.all(sockets.map((socket) => framesUntil(socket, progressed)))
    const bus = await connectBus(gateway.natsUrl, 'test')
    const publish = (type: string, data: object) =>
      bus.nc.publish(`hissa.${type}`, JSON.stringify({ type, id: 'event-1', time: '2026-11-23T08:00:00.000Z', data }))
    const data = { transferId: 'transfer-1', propertyId: 'property-1' }
    const parties = { fromUserId: 'from', toUserId: 'to' }
    const type = 'investment.shares.transferred.v1'
    publish(type, { ...data, ...parties, units: 20, basis: 'inheritance', version: 1 })
    publish(progressed, {})
    const frame = { type, id: 'event-1', time: '2026-11-23T08:00:00.000Z', data }
    expect(await received).toEqual([[frame], [frame], []])
    await bus.nc.close()
    for (const socket of sockets) socket.terminate()
  })
})
