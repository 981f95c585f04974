import type { CloudEvent } from '@hissa/contracts'
import { ManualTiming, timeLimits, type Logger } from '@hissa/kernel'
import { describe, expect, it } from '@jest/globals'
import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { LiveGateway } from './live.gateway.js'
import { KEPT_MS } from './recent-frames.js'
import type { SocketAdmission } from './socket-admission.js'

const limits = timeLimits()

/** A connection that notes how it was closed and what it was sent. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  readonly bufferedAmount = 0
  readonly closed: number[] = []
  readonly sent: unknown[] = []
  isTerminated = false

  close = (code: number) => void this.closed.push(code)
  send = (text: string) => void this.sent.push(JSON.parse(text))
  terminate = () => void (this.isTerminated = true)
}

async function open() {
  const timing = new ManualTiming()
  await timing.pass(1)
  const admission = { admit: () => 'address', signIn: async () => ({ userId: 'anna' }) }
  const gateway = new LiveGateway({} as Logger, admission as unknown as SocketAdmission, timing, limits)
  const connect = () => {
    const socket = new FakeSocket()
    gateway.handleConnection(socket as unknown as WebSocket, {} as IncomingMessage)
    return socket
  }
  const authenticate = async (socket: FakeSocket) => {
    socket.emit('message', Buffer.from(JSON.stringify({ action: 'auth', token: 'token' })))
    await timing.pass(0)
  }
  return { timing, gateway, connect, authenticate }
}

const eventOf = (type: string, id: string) => ({ type, id, time: '2026-11-27T08:00:00Z', data: {} }) as CloudEvent

describe('a live connection', () => {
  it('is closed if it does not authenticate in time, and ended if it does not respond to that', async () => {
    const { timing, connect } = await open()
    const socket = connect()
    await timing.pass(limits.authenticationMs - 1)
    expect(socket.closed).toEqual([])
    await timing.pass(1)
    expect(socket.closed).toEqual([4401])
    expect(socket.isTerminated).toBe(false)
    await timing.pass(1_000)
    expect(socket.isTerminated).toBe(true)
  })

  it('stays open once it has authenticated', async () => {
    const { timing, connect, authenticate } = await open()
    const socket = connect()
    await timing.pass(limits.authenticationMs - 1)
    await authenticate(socket)
    await timing.pass(3_600_000)
    expect(socket.closed).toEqual([])
    expect(socket.sent).toMatchObject([{ type: 'ready' }])
    expect(timing.waiting).toBe(0)
  })

  it('receives the newest event of each type that its user was sent in the last two minutes', async () => {
    const { timing, gateway, connect, authenticate } = await open()
    gateway.sendToUser('anna', eventOf('order.refunding', '1'))
    gateway.sendToUser('anna', eventOf('order.refunded', '2'))
    gateway.sendToUser('badr', eventOf('order.paid', '3'))
    gateway.sendToUser('anna', eventOf('order.refunded', '4'))
    await timing.pass(KEPT_MS)
    const socket = connect()
    await authenticate(socket)
    expect(socket.sent).toMatchObject([{ type: 'ready' }, { id: '1' }, { id: '4' }])
  })

  it('receives no event that is older', async () => {
    const { timing, gateway, connect, authenticate } = await open()
    gateway.sendToUser('anna', eventOf('order.refunded', '1'))
    await timing.pass(KEPT_MS + 1)
    const socket = connect()
    await authenticate(socket)
    expect(socket.sent).toMatchObject([{ type: 'ready' }])
  })
})
