import * as z from 'zod/mini'
import {
  APPROVAL_EVIDENCE_CHANGED,
  APPROVAL_NOT_MAKER,
  APPROVAL_NOT_PENDING,
  APPROVAL_PENDING,
  APPROVAL_SAME_PERSON,
} from '../approvals/index.js'
import { count, cursor, defineRpc, id, isoDateTime, reasonText, units } from '../core.js'
import { NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { CountryCode } from '../identity/http.js'
import { CONFLICT_OF_INTEREST } from '../investment/errors.js'
import { PropertyRef } from '../investment/views.js'
import { SHARE_ACTION_NOT_POSSIBLE, WALLET_REQUEST_CLOSED } from './errors.js'
import { ChainAddress } from './events.js'
import { ChainView } from './rpc.js'
import { RelocationView } from './wallets.js'

const page = {
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
  cursor: z.optional(cursor),
}
const reason = reasonText(500)

/**
 * What two members of staff can decide about a shareholder.
 * - `freeze`: the shares of one property, or with `propertyId` absent all present and later ones, can't leave the address.
 * - `unfreeze`: lifts one freeze.
 * - `move`: carries out a request of the investor (`own_wallet`, `return`).
 * - `recover`: moves all shares out of a lost wallet into custody, and closes the wallet.
 * - `cancel`: ends a move that has begun but can't go on. All shares end up at the address that they were leaving.
 * - `retry`: has such a move tried again at once.
 */
export const ShareAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('freeze'), propertyId: z.optional(id) }),
  z.object({ type: z.literal('unfreeze'), freezeId: id }),
  z.object({ type: z.literal('move'), relocationId: id }),
  z.object({ type: z.literal('recover') }),
  z.object({ type: z.literal('cancel'), relocationId: id }),
  z.object({ type: z.literal('retry'), relocationId: id }),
])
export type ShareAction = z.infer<typeof ShareAction>

export const ShareActionType = z.enum(['freeze', 'unfreeze', 'move', 'recover', 'cancel', 'retry'])
export type ShareActionType = z.infer<typeof ShareActionType>

/** What a proposal is about, as of now: this is what the second person decides. */
export const ShareScope = z.object({
  /** The property, for a freeze of one or the end of it; absent if it is about all shares. */
  property: z.optional(PropertyRef),
  /** The shares on the chain that it is about: those that move, or that are frozen or not any more. */
  tokens: z.array(z.object({ property: PropertyRef, units })),
  /** The investor's address, and for a move or a recovery the one to which the shares move. */
  from: ChainAddress,
  to: z.optional(ChainAddress),
})
export type ShareScope = z.infer<typeof ShareScope>

/** An action that one person has proposed, and how it ended. */
export const ShareDecisionView = z.object({
  approvalId: id,
  userId: id,
  action: ShareAction,
  state: z.enum(['pending', 'approved', 'rejected', 'withdrawn', 'expired']),
  /** User id of the proposer. */
  maker: id,
  reason: z.string(),
  /** SHA-256 of what the proposal rests on, hex. */
  evidence: z.string(),
  /** In lists and of a shareholder, while it is pending. */
  scope: z.optional(ShareScope),
  /** Set if what it rests on has changed since: it can't be approved, and expires when someone decides it. */
  isStale: z.optional(z.literal(true)),
  requestedAt: isoDateTime,
  /** User id of the person who decided. */
  checker: z.optional(id),
  checkerReason: z.optional(z.string()),
  endedAt: z.optional(isoDateTime),
})
export type ShareDecisionView = z.infer<typeof ShareDecisionView>

/**
 * A freeze. `freezing` until it is confirmed on the chain for every token that the investor has, `lifting` until that is
 * undone.
 */
export const FreezeView = z.object({
  freezeId: id,
  /** Absent if it applies to all properties. */
  property: z.optional(PropertyRef),
  state: z.enum(['freezing', 'frozen', 'lifting', 'lifted']),
  frozenAt: isoDateTime,
  liftedAt: z.optional(isoDateTime),
})
export type FreezeView = z.infer<typeof FreezeView>

/** A request or move as staff see it. */
export const StaffRelocationView = z.object({
  ...RelocationView.shape,
  /** The last refusal of a step by the chain, if none has succeeded since: the contract's reason, and how many in a row. */
  refusal: z.optional(z.object({ reason: z.string(), at: isoDateTime, count })),
})
export type StaffRelocationView = z.infer<typeof StaffRelocationView>

/** An investor with an address on the chain, in a list. No personal data: the investor is an id. */
export const ShareholderRow = z.object({
  userId: id,
  address: ChainAddress,
  isCustodial: z.boolean(),
  /** Whether the identity contract is registered on the chain. */
  isRegistered: z.boolean(),
  isFrozen: z.boolean(),
  /** Set if the address is on a sanctions list, as the latest screening found. */
  isListed: z.optional(z.literal(true)),
  /** The investor's request, or the move that is in progress. */
  relocation: z.optional(StaffRelocationView),
  /** Proposals that wait for a second person. */
  pending: count,
})
export type ShareholderRow = z.infer<typeof ShareholderRow>

/** Shares of one property, as a shareholder's page shows them. */
export const ShareholderTokenView = z.object({
  property: PropertyRef,
  token: ChainAddress,
  units,
  /** Allotted units that are not minted yet. */
  unitsAwaiting: units,
  /** Whether the chain has the address as frozen for this token. */
  isFrozen: z.boolean(),
})
export type ShareholderTokenView = z.infer<typeof ShareholderTokenView>

/** A wallet that an investor uses or has asked to use, and what is known of it from sanctions lists. */
export const WalletScreeningView = z.object({
  address: ChainAddress,
  state: z.enum(['requested', 'open']),
  /** Set if the latest screening found it on a list. */
  isListed: z.optional(z.literal(true)),
  /** The latest screening, and the date of the oldest list that it used. */
  screenedAt: z.optional(isoDateTime),
  listDate: z.optional(z.iso.date()),
})
export type WalletScreeningView = z.infer<typeof WalletScreeningView>

/** Everything that staff see about a shareholder. */
export const ShareholderView = z.object({
  ...ShareholderRow.shape,
  /** The identity contract, which holds the shares in custody. */
  identity: ChainAddress,
  /** Country of residence, as ISO 3166-1 alpha-2; absent if it is not known or can't be read at the moment. */
  country: z.optional(CountryCode),
  /** Set while the account is suspended: then no request of the investor can be approved. */
  isSuspended: z.optional(z.literal(true)),
  tokens: z.array(ShareholderTokenView),
  wallets: z.array(WalletScreeningView),
  freezes: z.array(FreezeView),
  /** All requests and moves, newest first; at most 20. */
  relocations: z.array(StaffRelocationView),
  /** All proposals, newest first; at most 50. */
  decisions: z.array(ShareDecisionView),
  /** What the caller may propose now: `freeze` and `unfreeze` also state for what. */
  actions: z.array(ShareAction),
  /** Set if it is the caller's own account: two other people have to decide. */
  own: z.optional(z.literal(true)),
})
export type ShareholderView = z.infer<typeof ShareholderView>

const STAFF = ['compliance', 'finance'] as const

/**
 * Lists shareholders: those that wait for staff first (`open`), or those that match `query` exactly: a user id, or an
 * address that holds or has held shares. Each read is audited.
 */
export const ListShareholders = defineRpc({
  name: 'tokenisation.listShareholders',
  input: z.object({
    ...page,
    view: z._default(z.enum(['open', 'frozen', 'own_wallet', 'all']), 'open'),
    query: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(128))),
  }),
  output: z.object({ shareholders: z.array(ShareholderRow), count, cursor: z.optional(z.string()) }),
  access: STAFF,
  errors: [VALIDATION_FAILED],
})

/** Returns a shareholder. Each read is audited. */
export const GetShareholder = defineRpc({
  name: 'tokenisation.getShareholder',
  input: z.object({ userId: id }),
  output: z.object({ chain: ChainView, shareholder: ShareholderView }),
  access: STAFF,
  errors: [NOT_FOUND],
})

/** Lists the proposals that wait for a second person, oldest first. Each read is audited. */
export const ListShareDecisions = defineRpc({
  name: 'tokenisation.listShareDecisions',
  input: z.object(page),
  output: z.object({ decisions: z.array(ShareDecisionView), count, cursor: z.optional(z.string()) }),
  access: STAFF,
  errors: [VALIDATION_FAILED],
})

/** Proposes an action on a shareholder; it takes effect only when another person approves it. */
export const ProposeShareAction = defineRpc({
  name: 'tokenisation.proposeShareAction',
  input: z.object({ userId: id, action: ShareAction, reason }),
  output: z.object({ decision: ShareDecisionView }),
  access: ['compliance'],
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, SHARE_ACTION_NOT_POSSIBLE, APPROVAL_PENDING],
})

/** Approves or rejects a proposed action; an approved one begins in the same transaction. */
export const DecideShareAction = defineRpc({
  name: 'tokenisation.decideShareAction',
  input: z.object({ approvalId: id, verdict: z.enum(['approve', 'reject']), reason }),
  output: z.object({ decision: ShareDecisionView }),
  access: ['compliance'],
  errors: [
    NOT_FOUND,
    CONFLICT_OF_INTEREST,
    SHARE_ACTION_NOT_POSSIBLE,
    APPROVAL_SAME_PERSON,
    APPROVAL_NOT_PENDING,
    APPROVAL_EVIDENCE_CHANGED,
  ],
})

/** Withdraws the caller's own proposal. */
export const WithdrawShareAction = defineRpc({
  name: 'tokenisation.withdrawShareAction',
  input: z.object({ approvalId: id }),
  output: z.object({ decision: ShareDecisionView }),
  access: ['compliance'],
  errors: [NOT_FOUND, APPROVAL_NOT_MAKER, APPROVAL_NOT_PENDING],
})

/** Declines an investor's request. Nothing moves, so one person may do it. */
export const DeclineRelocation = defineRpc({
  name: 'tokenisation.declineRelocation',
  input: z.object({ relocationId: id, reason }),
  output: z.object({ relocation: RelocationView }),
  access: ['compliance'],
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, WALLET_REQUEST_CLOSED],
})
