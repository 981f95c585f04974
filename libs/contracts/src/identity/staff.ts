import * as z from 'zod/mini'
import { APPROVAL_SAME_PERSON } from '../approvals/index.js'
import { count, cursor, defineRpc, id, isoDateTime, reasonText, Role, UserStatus } from '../core.js'
import { ACCOUNT_SUSPENDED, FORBIDDEN, NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { pageLimit } from '../query.js'
import { OWN_ACCOUNT, STAFF_ACCOUNT, STANDING_UNCHANGED } from './errors.js'

/** Identity verification as the user's status counts it. */
export const VerificationState = z.enum(['none', 'pending', 'approved'])

/** A user in a list. Name and address are masked. */
export const ListedUser = z.object({
  userId: id,
  /** First letter of each word; empty if no name was stated. */
  name: z.string(),
  email: z.string(),
  userStatus: UserStatus,
  roles: z.array(Role),
  verification: VerificationState,
  joinedAt: isoDateTime,
})
export type ListedUser = z.infer<typeof ListedUser>

/** Why an account is suspended. */
export const SuspensionReason = z.enum([
  'fraud_suspected',
  'sanctions_match',
  'account_takeover',
  'identity_doubts',
  'authority_order',
  'user_request',
])
export type SuspensionReason = z.infer<typeof SuspensionReason>

/** Why a suspension ends. */
export const ReinstatementReason = z.enum(['cleared', 'identity_confirmed', 'order_lifted', 'user_request', 'mistake'])
export type ReinstatementReason = z.infer<typeof ReinstatementReason>

/** What staff did to an account, newest first in a list. `reasonCode` is null unless it was suspended or reinstated. */
export const AccountAct = z.object({
  action: z.enum(['user.suspended', 'user.reinstated', 'user.sessionsEnded', 'user.noteAdded']),
  at: isoDateTime,
  by: id,
  byName: z.nullable(z.string()),
  reasonCode: z.nullable(z.union([SuspensionReason, ReinstatementReason])),
  reason: z.nullable(z.string()),
})
export type AccountAct = z.infer<typeof AccountAct>

export const MAX_NOTE = 2_000
/** A note of staff about a user. It is never changed. */
export const UserNote = z.object({
  noteId: id,
  at: isoDateTime,
  by: id,
  byName: z.nullable(z.string()),
  text: z.string(),
})
export type UserNote = z.infer<typeof UserNote>

/** An account as staff work on it. */
export const StaffAccount = z.object({
  userId: id,
  name: z.string(),
  email: z.string(),
  phoneNumber: z.nullable(z.string()),
  userStatus: UserStatus,
  roles: z.array(Role),
  verification: VerificationState,
  /** The newest case of identity verification. */
  caseId: z.nullable(id),
  joinedAt: isoDateTime,
  /** At most 100 are counted. */
  openSessions: count,
  suspended: z.boolean(),
  /** Why the caller may not act on the account; null if they may. */
  refusal: z.nullable(z.enum(['own_account', 'staff_account'])),
  /** The caller, or who seems to be the same person, suspended it, so another person has to reinstate it. */
  suspendedByCaller: z.boolean(),
  /** The latest acts; at most 100. Null if they are about the caller. */
  acts: z.nullable(z.array(AccountAct)),
  /** The latest notes; at most 100. Null if they are about the caller, or about staff and the caller is no administrator. */
  notes: z.nullable(z.array(UserNote)),
})
export type StaffAccount = z.infer<typeof StaffAccount>

/** The roles that work on users' accounts. */
export const ACCOUNT_STAFF = ['compliance', 'admin'] as const
const reason = reasonText(500)
const search = z.string().check(z.trim(), z.minLength(3), z.maxLength(254))

/** Lists users, the latest to join first. With `query`, only the user of this address or id. Each read is audited. */
export const ListUsers = defineRpc({
  name: 'identity.listUsers',
  input: z.object({
    query: z.optional(search),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
    cursor: z.optional(cursor),
  }),
  output: z.object({ users: z.array(ListedUser), cursor: z.optional(z.string()) }),
  access: ACCOUNT_STAFF,
  errors: [VALIDATION_FAILED],
})

/** Returns an account with its personal data, history and notes. Each read is audited. */
export const GetAccount = defineRpc({
  name: 'identity.getAccount',
  input: z.object({ userId: id }),
  output: z.object({ account: StaffAccount }),
  access: ACCOUNT_STAFF,
  errors: [NOT_FOUND],
})

/** An account that was suspended, or lost its role, while its token is still valid. */
const REFUSALS = [ACCOUNT_SUSPENDED, FORBIDDEN] as const
const acted = z.object({ userStatus: UserStatus })

/** Suspends an account at once and ends its sessions. */
export const SuspendUser = defineRpc({
  name: 'identity.suspendUser',
  input: z.object({ userId: id, reasonCode: SuspensionReason, reason }),
  output: acted,
  access: ACCOUNT_STAFF,
  errors: [...REFUSALS, NOT_FOUND, OWN_ACCOUNT, STAFF_ACCOUNT, STANDING_UNCHANGED],
})

/** Ends a suspension. A person other than the one who suspended the account has to. */
export const ReinstateUser = defineRpc({
  name: 'identity.reinstateUser',
  input: z.object({ userId: id, reasonCode: ReinstatementReason, reason }),
  output: acted,
  access: ACCOUNT_STAFF,
  errors: [...REFUSALS, NOT_FOUND, OWN_ACCOUNT, STAFF_ACCOUNT, STANDING_UNCHANGED, APPROVAL_SAME_PERSON],
})

/** Ends every session of an account, on every device. */
export const EndUserSessions = defineRpc({
  name: 'identity.endUserSessions',
  input: z.object({ userId: id, reason }),
  output: z.object({}),
  access: ACCOUNT_STAFF,
  errors: [...REFUSALS, NOT_FOUND, OWN_ACCOUNT, STAFF_ACCOUNT],
})

/** Adds a note to an account. */
export const AddUserNote = defineRpc({
  name: 'identity.addUserNote',
  input: z.object({ userId: id, text: reasonText(MAX_NOTE) }),
  output: z.object({ noteId: id }),
  access: ACCOUNT_STAFF,
  errors: [...REFUSALS, NOT_FOUND, OWN_ACCOUNT],
})

const Success = { success: z.literal(true) }
/** GET /staff/users. */
export const UsersQuery = z.object({ limit: z.optional(pageLimit), cursor: z.optional(cursor) })
/** POST /staff/users/search: the address is in the body, because addresses of pages end up in logs. */
export const UserSearchBody = z.object({ query: search })
export const UsersBody = z.extend(ListUsers.output, Success)
export const StaffAccountBody = z.extend(GetAccount.output, Success)
export const SuspendUserBody = z.object({ reasonCode: SuspensionReason, reason })
export const ReinstateUserBody = z.object({ reasonCode: ReinstatementReason, reason })
export const EndUserSessionsBody = z.object({ reason })
export const AddUserNoteBody = z.object({ text: reasonText(MAX_NOTE) })
export const UserStandingBody = z.extend(acted, Success)
export const UserSessionsEndedBody = z.object(Success)
export const UserNoteAddedBody = z.extend(AddUserNote.output, Success)
