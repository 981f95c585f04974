import { ManualTiming } from '@hissa/kernel'
import { describe, expect, it, jest } from '@jest/globals'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { GatewayConfig } from '../config.js'
import type { SharedLimiter } from '../http/shared-limiter.js'
import type { SessionSockets } from './session-sockets.js'
import { SocketAdmission } from './socket-admission.js'

const config = { PUBLIC_URL: 'https://hissa.example', SOCKETS_PER_ADDRESS: 20, TRUST_PROXY: 0 } as GatewayConfig
const reads = { count: async () => ({ limited: false }) } as unknown as SharedLimiter

/** Returns the code with which a socket that names these hosts is closed; undefined if it is admitted. */
function closedFor(...hosts: string[]): number | undefined {
  const close = jest.fn<(code: number) => void>()
  const on = jest.fn().mockReturnThis()
  const socket = { on, once: on, close, terminate: jest.fn() } as unknown as WebSocket
  const rawHeaders = hosts.flatMap((host) => ['Host', host])
  const request = { headers: { host: hosts[0] }, rawHeaders, socket: { remoteAddress: '192.0.2.1' } }
  const admission = new SocketAdmission(config, jest.fn() as never, reads, {} as SessionSockets, new ManualTiming())
  admission.admit(socket, request as unknown as IncomingMessage)
  return close.mock.calls[0]?.[0]
}

describe('SocketAdmission', () => {
  // The server refuses them before, but only on versions of Node that know `shouldUpgradeCallback`.
  it.each([
    ['another host', ['attacker.test']],
    ['two hosts', ['hissa.example', 'attacker.test']],
    ['no host', []],
  ])('closes a socket that names %s', (_, hosts) => {
    expect(closedFor(...hosts)).toBe(1008)
  })

  it.each(['hissa.example', 'localhost:8080'])('admits a socket for the host %s', (host) => {
    expect(closedFor(host)).toBeUndefined()
  })
})
