import { NOT_FOUND, ok, refuse, type Answer, type Input as In } from '@hissa/contracts'
import { EndSession, ListSessions } from '@hissa/contracts/identity'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Controller, Inject } from '@nestjs/common'
import { FamilyStore } from './family.store.js'
import { RevokeSessions } from './revoke-sessions.js'

/** Serves the sessions of the signed-in user. */
@Controller()
export class SessionsController {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    private readonly families: FamilyStore,
    private readonly sessions: RevokeSessions,
  ) {}

  @Rpc(ListSessions)
  async list(@Caller() caller: Caller): Promise<Answer<typeof ListSessions>> {
    const families = await this.families.openOf(caller.userId)
    const sessions = families.map(({ familyId, device, authenticatedAt, usedAt }) => ({
      sessionId: familyId,
      device: device ?? null,
      signedInAt: authenticatedAt.toISOString(),
      lastUsedAt: usedAt.toISOString(),
      isCurrent: familyId === caller.familyId,
    }))
    return ok({ sessions: sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) })
  }

  /** Ends a session of the caller. Events: identity.session.revoked.v1. */
  @Rpc(EndSession)
  async end(
    @Input() { sessionId }: In<typeof EndSession>,
    @Caller() caller: Caller,
  ): Promise<Answer<typeof EndSession>> {
    const family = await this.families.findById(sessionId)
    if (family?.userId !== caller.userId || family.revokedAt) return refuse(NOT_FOUND, 'There is no such open session.')
    await transaction(this.connection, (session) => this.sessions.one(sessionId, 'sign-out', session))
    return ok({})
  }
}
