import { audited, StaffAudit, type Actor } from '@hissa/audit'
import {
  NOT_FOUND,
  ok,
  refuse,
  type Answer,
  type ErrorOf,
  type Input,
  type Result,
  type UserStatus,
} from '@hissa/contracts'
import { APPROVAL_SAME_PERSON } from '@hissa/contracts/approvals'
import {
  OWN_ACCOUNT,
  STAFF_ACCOUNT,
  STANDING_UNCHANGED,
  type AddUserNote,
  type EndUserSessions,
  type ReinstateUser,
  type SuspendUser,
} from '@hissa/contracts/identity'
import { CLOCK, newId, type Clock } from '@hissa/kernel'
import type { ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { ChangeStanding } from '../account/change-standing.js'
import { RevokeSessions } from '../tokens/revoke-sessions.js'
import type { User } from '../users/user.js'
import { UserStore } from '../users/user.store.js'
import { refusalOf } from './may-act.js'
import { UserNoteStore } from './user-note.store.js'

type MayAct = Result<User, ErrorOf<typeof NOT_FOUND | typeof OWN_ACCOUNT | typeof STAFF_ACCOUNT>>

/** What staff do to an account. Each act is committed with its audit row. */
@Injectable()
export class ActOnUser {
  constructor(
    private readonly staff: StaffAudit,
    private readonly users: UserStore,
    private readonly notes: UserNoteStore,
    private readonly standing: ChangeStanding,
    private readonly sessions: RevokeSessions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Suspends an account at once, because a delay could cost its owner money, and ends its sessions.
   * Events: identity.userStatus.changed.v1, identity.session.revoked.v1.
   */
  suspend(by: Actor, { userId, ...reasons }: Input<typeof SuspendUser>): Promise<Answer<typeof SuspendUser>> {
    return this.staff.run(by, async (session) => {
      const user = await this.mayAct(by, userId, session)
      if (!user.ok) return user
      if (user.value.facts.suspended) return refuse(STANDING_UNCHANGED, 'The account is already suspended.')
      const { userStatus } = await this.standing.saveSuspended(user.value, { by: by.userId }, session)
      return changed('user.suspended', userId, reasons, userStatus)
    })
  }

  /** Ends a suspension that another person began. Events: identity.userStatus.changed.v1. */
  reinstate(by: Actor, { userId, ...reasons }: Input<typeof ReinstateUser>): Promise<Answer<typeof ReinstateUser>> {
    return this.staff.run(by, async (session) => {
      const user = await this.mayAct(by, userId, session)
      if (!user.ok) return user
      if (!user.value.facts.suspended) return refuse(STANDING_UNCHANGED, 'The account is not suspended.')
      if (user.value.suspendedBy === by.userId)
        return refuse(APPROVAL_SAME_PERSON, 'You suspended this account. Another person has to reinstate it.')
      const { userStatus } = await this.standing.saveSuspended(user.value, null, session)
      return changed('user.reinstated', userId, reasons, userStatus)
    })
  }

  /** Ends every session of an account. Events: identity.session.revoked.v1. */
  endSessions(by: Actor, { userId, reason }: Input<typeof EndUserSessions>): Promise<Answer<typeof EndUserSessions>> {
    return this.staff.run(by, async (session) => {
      const user = await this.mayAct(by, userId, session)
      if (!user.ok) return user
      await this.sessions.all(userId, 'sign-out-everywhere', session)
      return audited({}, { action: 'user.sessionsEnded', subject: userId, detail: { reason } })
    })
  }

  /** Adds a note, also to a colleague's account. The audit row names the note and not its text. */
  addNote(by: Actor, { userId, text }: Input<typeof AddUserNote>): Promise<Answer<typeof AddUserNote>> {
    return this.staff.run(by, async (session) => {
      const found = await this.find(by, userId, session)
      if (!found.ok) return found
      if (found.value.refusal === 'own_account') return ownAccount()
      const noteId = newId()
      await this.notes.add({ noteId, userId, by: by.userId, at: this.clock.now(), text }, session)
      return audited({ noteId }, { action: 'user.noteAdded', subject: userId, detail: { noteId } })
    })
  }

  private async mayAct(by: Actor, userId: string, session: ClientSession): Promise<MayAct> {
    const found = await this.find(by, userId, session)
    if (!found.ok) return found
    const { user, refusal } = found.value
    if (refusal === 'own_account') return ownAccount()
    if (refusal) return refuse(STAFF_ACCOUNT, 'Only an administrator may act on the account of a member of staff.')
    return ok(user)
  }

  private async find(by: Actor, userId: string, session: ClientSession) {
    const user = await this.users.findById(userId, session)
    if (!user?.confirmed) return refuse(NOT_FOUND, 'There is no such user.')
    return ok({ user, refusal: refusalOf(user, await this.users.findById(by.userId, session), by) })
  }
}

const ownAccount = () => refuse(OWN_ACCOUNT, 'A colleague has to act on your own account.')

const changed = (action: string, userId: string, detail: Record<string, unknown>, userStatus: UserStatus) =>
  audited({ userStatus }, { action, subject: userId, detail })
