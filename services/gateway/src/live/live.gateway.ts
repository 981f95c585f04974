import type { CloudEvent } from '@hissa/contracts'
import { LOGGER, newId, TIME_LIMITS, TIMING, wallNow, type Logger, type TimeLimits, type Timing } from '@hissa/kernel'
import { Inject } from '@nestjs/common'
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { RecentFrames } from './recent-frames.js'
import { MAX_FRAME_CHARACTERS, sendFrame, SocketAdmission } from './socket-admission.js'
import { closeNow } from './socket-limits.js'

const AuthFrame = z.object({ action: z.literal('auth'), token: z.string() })

/**
 * `/ws/events`: notifies screens of changes, so that they read again. Frames are `{type, id, time, data}`. A socket
 * that does not authenticate with its first frame within five seconds is closed. Public events go to every socket,
 * personal events to the sockets of their user, and to those that the user opens within two minutes: what a screen shows
 * was read before its socket was open.
 */
@WebSocketGateway({ path: '/ws/events', maxPayload: MAX_FRAME_CHARACTERS })
export class LiveGateway implements OnGatewayConnection {
  private readonly sockets = new Set<WebSocket>()
  private readonly byUser = new Map<string, Set<WebSocket>>()
  private readonly recent: RecentFrames

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly admission: SocketAdmission,
    @Inject(TIMING) private readonly timing: Timing,
    @Inject(TIME_LIMITS) private readonly limits: Pick<TimeLimits, 'authenticationMs'>,
  ) {
    this.recent = new RecentFrames(timing)
  }

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    socket.on('error', (error) => this.logger.debug({ err: error }, 'a live connection failed'))
    if (this.admission.admit(socket, request) === undefined) return
    const refuse = () => closeNow(socket, 4401, 'not authenticated', this.timing)
    const cancelTimeout = this.timing.after(this.limits.authenticationMs, refuse)
    socket.once('close', cancelTimeout)
    socket.once('message', (frame: Buffer) => {
      cancelTimeout()
      void this.signIn(socket, frame.toString())
    })
  }

  /** Sends an event to every signed-in socket. */
  broadcast(event: CloudEvent): void {
    const frame = frameOf(event)
    for (const socket of this.sockets) sendFrame(socket, frame)
  }

  /** Sends an event to the sockets of one user, and keeps it for those that are opened soon. */
  sendToUser(userId: string, event: CloudEvent): void {
    const frame = frameOf(event)
    this.recent.add(userId, event.type, frame)
    for (const socket of this.byUser.get(userId) ?? []) sendFrame(socket, frame)
  }

  private async signIn(socket: WebSocket, text: string): Promise<void> {
    try {
      const { token } = z.parse(AuthFrame, JSON.parse(text))
      const claims = await this.admission.signIn(socket, token)
      if (!claims) return
      const { userId } = claims
      this.sockets.add(socket)
      socket.once('close', () => this.sockets.delete(socket))
      const mine = this.byUser.get(userId) ?? new Set()
      this.byUser.set(userId, mine.add(socket))
      socket.once('close', () => {
        mine.delete(socket)
        if (mine.size === 0) this.byUser.delete(userId)
      })
      const time = wallNow(this.timing).toISOString()
      sendFrame(socket, JSON.stringify({ type: 'ready', id: newId(), time, data: {} }))
      for (const frame of this.recent.of(userId)) sendFrame(socket, frame)
    } catch {
      // The response is the same for any invalid frame or token.
      closeNow(socket, 4401, 'not authenticated', this.timing)
    }
  }
}

const frameOf = ({ type, id, time, data }: CloudEvent) => JSON.stringify({ type, id, time, data })
