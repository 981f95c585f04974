import { hostsOf, namesOwnHost, networkOf, TIMING, type Timing } from '@hissa/kernel'
import { VERIFY_TOKEN, type VerifyToken } from '@hissa/messaging'
import type { Claims } from '@hissa/auth'
import { Inject, Injectable } from '@nestjs/common'
import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js'
import { addressOf } from '../http/client-address.js'
import { SharedLimiter } from '../http/shared-limiter.js'
import { SessionSockets } from './session-sockets.js'
import { closeNow, limitFrames, SocketCounts } from './socket-limits.js'

export const MAX_FRAME_CHARACTERS = 8_192
const MAX_BUFFERED_BYTES = 256 * 1024

/** Decides which sockets may open and whose they are. Sockets of every path count together. */
@Injectable()
export class SocketAdmission {
  private readonly counts: SocketCounts
  private readonly hosts: ReadonlySet<string>

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(VERIFY_TOKEN) private readonly verify: VerifyToken,
    private readonly reads: SharedLimiter,
    private readonly sessions: SessionSockets,
    @Inject(TIMING) private readonly timing: Timing,
  ) {
    this.counts = new SocketCounts(config.SOCKETS_PER_ADDRESS)
    this.hosts = hostsOf(config.PUBLIC_URL, config.ALLOWED_HOSTS)
  }

  /**
   * Closes a socket for another host, from another origin, or one that exceeds its address's limit of open or newly opened sockets. Returns
   * the address (IPv6: network) of an admitted socket, whose frames are limited from then on.
   */
  admit(socket: WebSocket, request: IncomingMessage): string | undefined {
    const { origin } = request.headers
    // Versions of Node without `shouldUpgradeCallback` have opened it.
    if (!namesOwnHost(request, this.hosts)) {
      closeNow(socket, 1008, 'host', this.timing)
      return undefined
    }
    const address = networkOf(addressOf(request, this.config.TRUST_PROXY))
    if (origin !== undefined && origin !== new URL(this.config.PUBLIC_URL).origin) {
      closeNow(socket, 1008, 'origin', this.timing)
      return undefined
    }
    const refuse = () => closeNow(socket, 1013, 'too many connections', this.timing)
    if (!this.counts.admit(address, socket)) {
      refuse()
      return undefined
    }
    void this.reads.count(address).then(({ limited }) => limited && refuse())
    limitFrames(socket, this.timing)
    return address
  }

  /**
   * Verifies the token of a socket, which is closed when the token expires or its session is revoked. Returns undefined
   * if the socket is closed already. Throws for an invalid token.
   */
  async signIn(socket: WebSocket, token: string): Promise<Claims | undefined> {
    const claims = await this.verify(token)
    if (socket.readyState !== socket.OPEN || !this.sessions.admit(claims, socket)) return undefined
    const leftMs = claims.expiresAt.getTime() - this.timing.wallMs()
    const cancel = this.timing.after(leftMs, () => socket.close(4401, 'token expired'))
    socket.once('close', cancel)
    return claims
  }
}

/** Sends a frame. A reader that is too slow is disconnected; it reads everything again when it reconnects. */
export function sendFrame(socket: WebSocket, frame: string): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.terminate()
  socket.send(frame)
}
