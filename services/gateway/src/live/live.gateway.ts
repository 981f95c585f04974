import type { CloudEvent } from '@hissa/contracts'
import { LOGGER, networkOf, newId, type Logger } from '@hissa/kernel'
import { VERIFY_TOKEN, type VerifyToken } from '@hissa/messaging'
import { Inject } from '@nestjs/common'
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js'
import { addressOf } from '../http/client-address.js'
import { SharedLimiter } from '../http/shared-limiter.js'
import { closeNow, limitFrames, SocketCounts } from './socket-limits.js'
import { SessionSockets } from './session-sockets.js'

const AUTH_WITHIN_MS = 5_000
const MAX_FRAME_CHARACTERS = 8_192
const MAX_BUFFERED_BYTES = 256 * 1024

const AuthFrame = z.object({ action: z.literal('auth'), token: z.string() })

/**
 * `/ws/events`: notifies screens of changes, so that they read again. Frames are `{type, id, time, data}`. A socket
 * that does not authenticate with its first frame within five seconds is closed. Public events go to every socket,
 * personal events to the sockets of their user.
 */
@WebSocketGateway({ path: '/ws/events', maxPayload: MAX_FRAME_CHARACTERS })
export class LiveGateway implements OnGatewayConnection {
  private readonly sockets = new Set<WebSocket>()
  private readonly byUser = new Map<string, Set<WebSocket>>()
  private readonly counts: SocketCounts

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(VERIFY_TOKEN) private readonly verify: VerifyToken,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly reads: SharedLimiter,
    private readonly sessions: SessionSockets,
  ) {
    this.counts = new SocketCounts(config.SOCKETS_PER_ADDRESS)
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    socket.on('error', (error) => this.logger.debug({ err: error }, 'a live connection failed'))
    if (!this.admit(socket, request)) return
    limitFrames(socket)
    const tooLate = setTimeout(() => closeNow(socket, 4401, 'not authenticated'), AUTH_WITHIN_MS)
    socket.once('close', () => clearTimeout(tooLate))
    socket.once('message', (frame: Buffer) => {
      clearTimeout(tooLate)
      void this.signIn(socket, frame.toString())
    })
  }

  /** Sends an event to every signed-in socket. */
  broadcast(event: CloudEvent): void {
    const frame = frameOf(event)
    for (const socket of this.sockets) send(socket, frame)
  }

  /** Sends an event to the sockets of one user. */
  sendToUser(userId: string, event: CloudEvent): void {
    const frame = frameOf(event)
    for (const socket of this.byUser.get(userId) ?? []) send(socket, frame)
  }

  /** Closes a socket from another origin, or one that exceeds its address's limit of open or newly opened sockets. */
  private admit(socket: WebSocket, request: IncomingMessage): boolean {
    const { origin } = request.headers
    const address = networkOf(addressOf(request, this.config.TRUST_PROXY))
    if (origin !== undefined && origin !== new URL(this.config.PUBLIC_URL).origin) {
      closeNow(socket, 1008, 'origin')
      return false
    }
    if (!this.counts.admit(address, socket)) {
      closeNow(socket, 1013, 'too many connections')
      return false
    }
    void this.reads.count(address).then(({ limited }) => limited && closeNow(socket, 1013, 'too many connections'))
    return true
  }

  private async signIn(socket: WebSocket, text: string): Promise<void> {
    try {
      const { token } = z.parse(AuthFrame, JSON.parse(text))
      const claims = await this.verify(token)
      const { userId, expiresAt } = claims
      if (socket.readyState !== socket.OPEN || !this.sessions.admit(claims, socket)) return
      this.sockets.add(socket)
      socket.once('close', () => this.sockets.delete(socket))
      const mine = this.byUser.get(userId) ?? new Set()
      this.byUser.set(userId, mine.add(socket))
      const expires = setTimeout(() => socket.close(4401, 'token expired'), expiresAt.getTime() - Date.now())
      socket.once('close', () => {
        clearTimeout(expires)
        mine.delete(socket)
        if (mine.size === 0) this.byUser.delete(userId)
      })
      send(socket, JSON.stringify({ type: 'ready', id: newId(), time: new Date().toISOString(), data: {} }))
    } catch {
      // The response is the same for any invalid frame or token.
      closeNow(socket, 4401, 'not authenticated')
    }
  }
}

const frameOf = ({ type, id, time, data }: CloudEvent) => JSON.stringify({ type, id, time, data })

/** A reader that is too slow is disconnected; it reads everything again when it reconnects. */
function send(socket: WebSocket, frame: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.terminate()
  socket.send(frame)
}
