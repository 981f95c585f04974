import type { Claims } from '@hissa/auth'
import { REVOCATIONS, type RevocationFeed } from '@hissa/messaging'
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common'
import type { WebSocket } from 'ws'

export const SESSION_ENDED = { code: 4401, reason: 'session ended' } as const

/** Holds open sockets by session, and closes them as soon as the session is revoked. */
@Injectable()
export class SessionSockets implements OnApplicationShutdown {
  private readonly sockets = new Map<string, Set<WebSocket>>()
  private readonly unsubscribe: () => void

  constructor(@Inject(REVOCATIONS) private readonly revocations: RevocationFeed) {
    this.unsubscribe = revocations.onRevoked((sessionIds) => sessionIds.forEach((id) => this.close(id)))
  }

  onApplicationShutdown(): void {
    this.unsubscribe()
  }

  /** Adds an authenticated socket; closes it and returns false if its session has been revoked. */
  admit(claims: Pick<Claims, 'familyId' | 'issuedAt'>, socket: WebSocket): boolean {
    if (this.revocations.isRevoked(claims)) {
      socket.close(SESSION_ENDED.code, SESSION_ENDED.reason)
      return false
    }
    if (claims.familyId) this.remember(claims.familyId, socket)
    return true
  }

  private remember(sessionId: string, socket: WebSocket): void {
    const open = this.sockets.get(sessionId) ?? new Set()
    this.sockets.set(sessionId, open.add(socket))
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0) this.sockets.delete(sessionId)
    })
  }

  private close(sessionId: string): void {
    for (const socket of this.sockets.get(sessionId) ?? []) socket.close(SESSION_ENDED.code, SESSION_ENDED.reason)
  }
}
