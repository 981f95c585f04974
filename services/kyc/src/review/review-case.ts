import { AuditLog } from '@hissa/audit'
import type { Input } from '@hissa/contracts'
import type { ClaimTicket, DecideTicket } from '@hissa/contracts/kyc'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox, type Caller } from '@hissa/messaging'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { decide, type Case, type Command } from '../cases/case.js'
import { caseEvents } from '../cases/case-events.js'
import { caseNotFound, refusalProblem } from '../cases/case-problems.js'
import { CaseStore } from '../cases/case.store.js'

const ACTION = { approve: 'case.approved', reject: 'case.rejected', resubmit: 'case.resubmission_requested' } as const

/**
 * Claims and decides cases. Of two reviewers at once exactly one wins: both write the same row in a transaction, the
 * loser's is repeated, finds the winner and says so. Events: kyc.case.approved|rejected|resubmissionRequested.v1.
 */
@Injectable()
export class ReviewCase {
  constructor(
    private readonly store: CaseStore,
    private readonly log: AuditLog,
    private readonly outbox: Outbox,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** With a reason also a case that somebody else has claimed and does not decide. */
  claim({ caseId, takeOverReason: reason }: Input<typeof ClaimTicket>, by: Caller): Promise<Case> {
    if (reason === undefined) return this.run(caseId, by, { type: 'claim', by: by.userId }, 'case.claimed')
    return this.run(caseId, by, { type: 'claim', by: by.userId, takeOver: true }, 'case.takenOver', { reason })
  }

  decide({ caseId, decision, reasonCodes, note, version }: Input<typeof DecideTicket>, by: Caller): Promise<Case> {
    const command: Command = { type: decision, by: by.userId, reasonCodes, version }
    return this.run(caseId, by, command, ACTION[decision], { note })
  }

  private run(
    caseId: string,
    by: Caller,
    command: Command,
    action: string,
    { note, reason }: { note?: string | undefined; reason?: string } = {},
  ): Promise<Case> {
    return transaction(this.connection, async (session) => {
      const current = await this.store.load(caseId, session)
      if (!current?.submittedAt) throw caseNotFound()
      const at = this.clock.now()
      const decision = decide(current, command, at)
      if (!decision.ok) throw refusalProblem(decision.refusal)
      if (decision.next === current) return current
      await this.store.save(
        decision.next,
        current.version,
        session,
        note ? await this.withNote(current, note, by, at) : {},
      )
      await this.outbox.append(session, ...caseEvents(decision.next, decision.events, at))
      const detail = {
        caseId,
        fromState: current.state,
        toState: decision.next.state,
        reasonCodes: decision.next.decisionReasons,
        version: decision.next.version,
        ...(reason && { reason }),
      }
      await this.log.append(session, { actor: by.userId, roles: by.roles, action, subject: current.userId, detail })
      return decision.next
    })
  }

  private async withNote(current: Case, text: string, by: Caller, at: Date) {
    const notes = await this.store.openNotes(current)
    return { notes: await this.store.sealNotes(current, [...notes, { at: at.toISOString(), by: by.userId, text }]) }
  }
}
