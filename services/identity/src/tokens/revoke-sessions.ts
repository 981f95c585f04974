import { SessionRevoked, type RevocationReason } from '@hissa/contracts/identity'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox, newEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { FamilyStore, type Family } from './family.store.js'

const SESSIONS_PER_EVENT = 500

/** Ends sessions and notifies every verifier. Events: identity.session.revoked.v1. */
@Injectable()
export class RevokeSessions {
  constructor(
    @Inject(CLOCK) private readonly businessClock: Clock,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    private readonly families: FamilyStore,
    private readonly outbox: Outbox,
  ) {}

  /** Ends one session. Does nothing if it has already ended. */
  async one(familyId: string, reason: RevocationReason, session: ClientSession): Promise<void> {
    const family = await this.families.revoke(familyId, session)
    if (family) await this.publish(family.userId, [family], reason, session)
  }

  /** Ends every session of a user, on every device. */
  async all(userId: string, reason: RevocationReason, session: ClientSession): Promise<void> {
    await this.publish(userId, await this.families.revokeAll(userId, session), reason, session)
  }

  /** Ends every session of a user but one. */
  async others(userId: string, exceptId: string, reason: RevocationReason, session: ClientSession): Promise<void> {
    await this.publish(userId, await this.families.revokeAll(userId, session, exceptId), reason, session)
  }

  private async publish(userId: string, families: Family[], reason: RevocationReason, session: ClientSession) {
    const now = this.clock.now()
    const alive = families.filter(({ tokensUntil }) => tokensUntil > now)
    for (let from = 0; from < alive.length; from += SESSIONS_PER_EVENT) {
      const part = alive.slice(from, from + SESSIONS_PER_EVENT)
      await this.outbox.append(session, this.event(userId, part, reason, now))
    }
  }

  private event(userId: string, families: Family[], reason: RevocationReason, now: Date) {
    const lastEnd = Math.max(...families.map(({ tokensUntil }) => tokensUntil.getTime()))
    return newEvent(SessionRevoked, {
      aggregateId: userId,
      version: now.getTime(),
      time: this.businessClock.now(),
      data: {
        userId,
        sessionIds: families.map(({ familyId }) => familyId),
        reason,
        revokedAt: now.toISOString(),
        tokensExpireAt: new Date(lastEnd).toISOString(),
      },
    })
  }
}
