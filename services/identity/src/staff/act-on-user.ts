import { audited, StaffAudit, type Actor } from '@hissa/audit'
import {
  ACCOUNT_SUSPENDED,
  FORBIDDEN,
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
  ACCOUNT_STAFF,
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
import { isProvedSamePerson } from '../subjects/same-person.js'
import { hasSuspended, refusalOf } from './may-act.js'
import { UserNoteStore } from './user-note.store.js'

/** An account, and the caller's own if this pool has it. */
interface Found {
  user: User
  own: User | undefined
  refusal: 'own_account' | 'staff_account' | null
}
type FindRefusal = typeof NOT_FOUND | typeof ACCOUNT_SUSPENDED | typeof FORBIDDEN
type MayAct = Result<Found, ErrorOf<FindRefusal | typeof OWN_ACCOUNT | typeof STAFF_ACCOUNT>>

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
      if (user.value.user.facts.suspended) return refuse(STANDING_UNCHANGED, 'The account is already suspended.')
      const { userStatus } = await this.standing.saveSuspended(user.value.user, { by: by.userId }, session)
      return changed('user.suspended', userId, await this.sealed(by, userId, reasons, session), userStatus)
    })
  }

  /**
   * Ends a suspension that another person began, of an account that isn't the caller's by its verified data either.
   * Events: identity.userStatus.changed.v1.
   */
  reinstate(by: Actor, { userId, ...reasons }: Input<typeof ReinstateUser>): Promise<Answer<typeof ReinstateUser>> {
    return this.staff.run(by, async (session) => {
      const found = await this.mayAct(by, userId, session)
      if (!found.ok) return found
      const { user, own } = found.value
      if (own && isProvedSamePerson(user, own)) return ownAccount()
      if (!user.facts.suspended) return refuse(STANDING_UNCHANGED, 'The account is not suspended.')
      const suspender = user.suspendedBy ? await this.users.findById(user.suspendedBy, session) : undefined
      if (hasSuspended(user, by.userId, own, suspender))
        return refuse(APPROVAL_SAME_PERSON, 'You suspended this account. Another person has to reinstate it.')
      const { userStatus } = await this.standing.saveSuspended(user, null, session)
      return changed('user.reinstated', userId, await this.sealed(by, userId, reasons, session), userStatus)
    })
  }

  /** Ends every session of an account. Events: identity.session.revoked.v1. */
  endSessions(by: Actor, { userId, reason }: Input<typeof EndUserSessions>): Promise<Answer<typeof EndUserSessions>> {
    return this.staff.run(by, async (session) => {
      const user = await this.mayAct(by, userId, session)
      if (!user.ok) return user
      await this.sessions.all(userId, 'sign-out-everywhere', session)
      const detail = await this.sealed(by, userId, { reason }, session)
      return audited({}, { action: 'user.sessionsEnded', subject: userId, detail })
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

  /** Stores the explanation of an act sealed, because it may name people; the audit row refers to it by id. */
  private async sealed(
    by: Actor,
    userId: string,
    { reason, ...rest }: { reason: string; reasonCode?: string },
    session: ClientSession,
  ): Promise<Record<string, unknown>> {
    const noteId = newId()
    const note = { noteId, userId, by: by.userId, at: this.clock.now(), text: reason, isReason: true }
    await this.notes.add(note, session)
    return { ...rest, noteId }
  }

  private async mayAct(by: Actor, userId: string, session: ClientSession): Promise<MayAct> {
    const found = await this.find(by, userId, session)
    if (!found.ok) return found
    const { refusal } = found.value
    if (refusal === 'own_account') return ownAccount()
    if (refusal) return refuse(STAFF_ACCOUNT, 'Only an administrator may act on the account of a member of staff.')
    return found
  }

  /** An access token remains valid for a while after a suspension and a change of roles, so the stored ones count. */
  private async find(by: Actor, userId: string, session: ClientSession): Promise<Result<Found, ErrorOf<FindRefusal>>> {
    const own = await this.users.findById(by.userId, session)
    if (own?.facts.suspended) return refuse(ACCOUNT_SUSPENDED, 'This account is suspended.')
    const roles = own?.groups ?? by.roles
    if (!ACCOUNT_STAFF.some((role) => roles.includes(role))) return refuse(FORBIDDEN, 'Your roles do not allow this.')
    const user = await this.users.findById(userId, session)
    if (!user?.confirmed) return refuse(NOT_FOUND, 'There is no such user.')
    return ok({ user, own, refusal: refusalOf(user, { userId: by.userId, roles }) })
  }
}

const ownAccount = () => refuse(OWN_ACCOUNT, 'A colleague has to act on your own account.')

const changed = (action: string, userId: string, detail: Record<string, unknown>, userStatus: UserStatus) =>
  audited({ userStatus }, { action, subject: userId, detail })
