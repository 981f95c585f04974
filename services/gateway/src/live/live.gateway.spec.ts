import { ManualTiming, timeLimits, type Logger } from '@hissa/kernel'
import { describe, expect, it } from '@jest/globals'
import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { LiveGateway } from './live.gateway.js'
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

function open() {
  const timing = new ManualTiming()
  const socket = new FakeSocket()
  const admission = { admit: () => 'address', signIn: async () => ({ userId: 'anna' }) }
  const gateway = new LiveGateway({} as Logger, admission as unknown as SocketAdmission, timing, limits)
  gateway.handleConnection(socket as unknown as WebSocket, {} as IncomingMessage)
  return { socket, timing }
}

describe('a live connection', () => {
  it('is closed if it does not authenticate in time, and ended if it does not respond to that', async () => {
    const { socket, timing } = open()
    await timing.pass(limits.authenticationMs - 1)
    expect(socket.closed).toEqual([])
    await timing.pass(1)
    expect(socket.closed).toEqual([4401])
    expect(socket.isTerminated).toBe(false)
    await timing.pass(1_000)
    expect(socket.isTerminated).toBe(true)
  })

  it('stays open once it has authenticated', async () => {
    const { socket, timing } = open()
    await timing.pass(limits.authenticationMs - 1)
    socket.emit('message', Buffer.from(JSON.stringify({ action: 'auth', token: 'token' })))
    await timing.pass(3_600_000)
    expect(socket.closed).toEqual([])
    expect(socket.sent).toMatchObject([{ type: 'ready' }])
    expect(timing.waiting).toBe(0)
  })
})
