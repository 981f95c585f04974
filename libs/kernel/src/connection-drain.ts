import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { systemTiming, type Timing } from './timing.js'

/** A client that uses its connection sends its next request within this time. */
const QUIET_MS = 1_000
const LONGEST_MS = 5_000
const CHECK_MS = 25

interface Connection {
  answering?: ServerResponse | undefined
  usedAtMs: number
}

/**
 * Ends an HTTP server's keep-alive connections without losing a request. A client may send the next request at any time
 * while its connection is open, so closing an idle one can lose it; only a response with `connection: close` ends it
 * safely.
 */
export class ConnectionDrain {
  private readonly connections = new Map<Socket, Connection>()
  private ending = false

  constructor(
    server: Server,
    private readonly timing: Timing = systemTiming,
  ) {
    server.on('connection', (socket: Socket) => {
      this.connections.set(socket, { usedAtMs: timing.elapsedMs() })
      socket.once('close', () => this.connections.delete(socket))
    })
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      this.note(request, response)
    })
  }

  /**
   * Adds `connection: close` to every response from now on. Resolves once each connection has ended or been idle for a
   * second. Resolves after no more than five seconds; the listener stays open until then.
   */
  async end(): Promise<void> {
    this.ending = true
    for (const { answering } of this.connections.values()) if (answering) announceEnd(answering)
    const { timing } = this
    const latestMs = timing.elapsedMs() + LONGEST_MS
    while (this.isInUse() && timing.elapsedMs() < latestMs) await timing.sleep(CHECK_MS)
  }

  private note({ socket }: IncomingMessage, response: ServerResponse): void {
    if (this.ending) announceEnd(response)
    const connection = this.connections.get(socket)
    if (!connection) return
    connection.answering = response
    response.once('close', () => {
      connection.answering = undefined
      connection.usedAtMs = this.timing.elapsedMs()
    })
  }

  private isInUse(): boolean {
    const nowMs = this.timing.elapsedMs()
    return [...this.connections.values()].some(({ answering, usedAtMs }) => answering || nowMs - usedAtMs < QUIET_MS)
  }
}

function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false
}
