import { AuditLog, StaffAudit, type Actor } from '@hissa/audit'
import { NOT_FOUND, ok, refuse, type Answer, type Input } from '@hissa/contracts'
import {
  AccountAct,
  type GetAccount,
  type ListedUser,
  type ListUsers,
  type StaffAccount,
  type UserNote,
} from '@hissa/contracts/identity'
import { defineCursor, instant, pageOf } from '@hissa/kernel'
import { Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { maskEmail } from '../emails/email.js'
import { isProvedSamePerson } from '../subjects/same-person.js'
import { FamilyStore } from '../tokens/family.store.js'
import type { User } from '../users/user.js'
import { UserStore } from '../users/user.store.js'
import { maskName } from './mask-name.js'
import { hasSuspended, refusalOf } from './may-act.js'
import { UserNoteStore, type Note } from './user-note.store.js'

const JOINED = defineCursor('users', z.tuple([instant, z.string()]))
const SHOWN = 100
const ACTS = AccountAct.shape.action.options

/** What staff read about accounts. Each read is audited before it is answered. */
@Injectable()
export class ReadUsers {
  constructor(
    private readonly staff: StaffAudit,
    private readonly log: AuditLog,
    private readonly users: UserStore,
    private readonly families: FamilyStore,
    private readonly notes: UserNoteStore,
  ) {}

  async list(by: Actor, { query, limit, cursor }: Input<typeof ListUsers>): Promise<Answer<typeof ListUsers>> {
    const place = JOINED.decode(cursor)
    if (!place.ok) return place
    if (query !== undefined) return this.search(by, query)
    const read = await this.users.latest(place.value, limit + 1)
    const { page, next } = pageOf(read, limit, ({ createdAt, userId }) => JOINED.encode([createdAt, userId]))
    await this.staff.record(by, { action: 'users.listed', subject: null, detail: { users: page.length } })
    return ok({ users: page.map(toListed), ...next })
  }

  async account(by: Actor, { userId }: Input<typeof GetAccount>): Promise<Answer<typeof GetAccount>> {
    const user = await this.users.findById(userId)
    if (!user?.confirmed) return refuse(NOT_FOUND, 'There is no such user.')
    await this.staff.record(by, { action: 'user.read', subject: userId, detail: {} })
    const own = await this.users.findById(by.userId)
    const refusal = refusalOf(user, { userId: by.userId, roles: own?.groups ?? by.roles })
    const isOwn = refusal === 'own_account' || (own !== undefined && isProvedSamePerson(user, own))
    const [sessions, suspender, acts, notes] = await Promise.all([
      this.families.openOf(userId),
      user.suspendedBy ? this.users.findById(user.suspendedBy) : undefined,
      isOwn ? null : this.log.list({ subject: userId, actions: ACTS }, undefined, SHOWN),
      isOwn || refusal ? null : this.notes.about(userId, SHOWN),
    ])
    const reasons = await this.notes.texts(userId, (acts ?? []).flatMap(reasonIdOf))
    const nameOf = await this.namesOf([
      ...(acts ?? []).map((act) => act.actor),
      ...(notes ?? []).map((note) => note.by),
    ])
    return ok({
      account: {
        ...toAccount(user),
        openSessions: sessions.length,
        refusal,
        suspendedByCaller: user.facts.suspended && hasSuspended(user, by.userId, own, suspender),
        acts: acts && acts.map((row) => toAct(row, nameOf, reasons)),
        notes: notes && notes.map((note) => toNote(note, nameOf)),
      },
    })
  }

  /** Finds one user by address or id. The audit row names the user and not what was typed. */
  private async search(by: Actor, query: string): Promise<Answer<typeof ListUsers>> {
    const found = await this.users.findByName(query)
    const user = found?.confirmed ? found : undefined
    await this.staff.record(by, { action: 'users.searched', subject: user?.userId ?? null, detail: {} })
    return ok({ users: user ? [toListed(user)] : [] })
  }

  private async namesOf(userIds: readonly string[]): Promise<NameOf> {
    const users = await this.users.findByIds([...new Set(userIds)])
    const names = new Map(users.map(({ userId, personal }) => [userId, personal.name ?? null]))
    return (userId) => names.get(userId) ?? null
  }
}

type NameOf = (userId: string) => string | null

const shared = ({ userId, userStatus, groups, facts, createdAt }: User) => ({
  ...{ userId, userStatus, verification: facts.kyc, joinedAt: createdAt.toISOString() },
  roles: groups as ListedUser['roles'],
})

const toListed = (user: User): ListedUser => ({
  ...shared(user),
  name: maskName(user.personal.name ?? ''),
  email: maskEmail(addressOf(user)),
})

const toAccount = (
  user: User,
): Omit<StaffAccount, 'openSessions' | 'refusal' | 'suspendedByCaller' | 'acts' | 'notes'> => ({
  ...shared(user),
  name: user.personal.name ?? '',
  email: addressOf(user),
  phoneNumber: user.personal.phone_number ?? null,
  caseId: user.facts.heard?.caseId ?? null,
  suspended: user.facts.suspended,
})

/** Returns the verified address, because an unverified one may belong to someone else. */
const addressOf = ({ personal }: User) => personal.verifiedEmail ?? personal.email

type Row = Awaited<ReturnType<AuditLog['list']>>[number]

/** The id of the note with the explanation of an act. The row of a note names the note itself. */
const reasonIdOf = ({ action, detail }: Row): string[] =>
  action !== 'user.noteAdded' && typeof detail['noteId'] === 'string' ? [detail['noteId']] : []

function toAct(row: Row, nameOf: NameOf, reasons: ReadonlyMap<string, string>): AccountAct {
  const { reasonCode = null } = row.detail as Partial<Pick<AccountAct, 'reasonCode'>>
  const [noteId] = reasonIdOf(row)
  // Rows of earlier releases contain the explanation.
  const { reason = null } = row.detail as Partial<Pick<AccountAct, 'reason'>>
  const action = row.action as AccountAct['action']
  return {
    action,
    at: row.at.toISOString(),
    by: row.actor,
    byName: nameOf(row.actor),
    reasonCode,
    reason: noteId === undefined ? reason : (reasons.get(noteId) ?? null),
  }
}

const toNote = ({ noteId, by, at, text }: Note, nameOf: NameOf): UserNote => ({
  ...{ noteId, by, text, at: at.toISOString(), byName: nameOf(by) },
})
