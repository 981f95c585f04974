import * as z from 'zod/mini'
import {
  APPROVAL_EVIDENCE_CHANGED,
  APPROVAL_NOT_MAKER,
  APPROVAL_NOT_PENDING,
  APPROVAL_PENDING,
  APPROVAL_SAME_PERSON,
} from '../approvals/index.js'
import { count, cursor, defineRpc, fils, id, isoDateTime, reasonText, units, version } from '../core.js'
import { NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { CONFLICT_OF_INTEREST, FIGURES_CHANGED, RESOLUTION_NOT_POSSIBLE, WORK_NOT_REJECTED } from './errors.js'
import { TransferBasis } from './events.js'
import { ActionFigures, PropertyRef } from './views.js'

/** Why money is in suspense: it arrived and matches no order, or it left and matches no order's refund. */
export const SuspenseKind = z.enum([
  'payment_without_order',
  'wrong_payment',
  'second_payment',
  'dashboard_refund',
  'dispute',
  /** The money was returned after it was netted, so it is owed to the payer again. */
  'returned_payment',
  /** A fee, or a part of it, that staff refund to the payer of an order. */
  'fee_refund',
])
export type SuspenseKind = z.infer<typeof SuspenseKind>

const transferReference = z.string().check(z.trim(), z.minLength(3), z.maxLength(100))

/**
 * What staff can decide, by subject.
 * - Money that arrived: `refund` it to the card that paid, or `assign` it to an order.
 * - Money that left: `assign` it to the order that it refunded, or `cover` it with the platform's own money.
 * - Money that arrived and left by the same payment: `net` the two amounts.
 * - Money that was returned after it was covered: `withdraw` it to the platform's bank account, or `refund` it.
 * - A rejected refund of an order: `settle` it by bank transfer. An order that could not be ended: `release` it.
 * - A paid order: `cancel` it with a full refund, or refund all or a part of its fee with `refund_fee`.
 * - A raise: `close` it before its deadline, `extend` the deadline, `fail` it with a refund of every payment, or record
 *   the title deed with `file_deed`. No shares are allotted without it.
 * - A holding, whose id is `<user id>:<property id>`: `transfer_shares` to another verified investor, on one of the
 *   grounds of `basis`. Only registered shares can move, without those of orders with an open dispute. No money moves.
 */
export const ResolutionAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('refund') }),
  z.object({ type: z.literal('net') }),
  z.object({ type: z.literal('assign'), orderId: id }),
  z.object({ type: z.literal('cover'), reference: transferReference }),
  z.object({ type: z.literal('withdraw'), reference: transferReference }),
  z.object({ type: z.literal('release') }),
  z.object({ type: z.literal('settle'), reference: transferReference }),
  z.object({ type: z.literal('cancel') }),
  z.object({ type: z.literal('refund_fee'), amountFils: fils }),
  z.object({ type: z.literal('close') }),
  z.object({ type: z.literal('extend'), deadline: isoDateTime }),
  z.object({ type: z.literal('fail') }),
  z.object({
    type: z.literal('file_deed'),
    /** The title deed's number at the land department. */
    number: z.string().check(z.trim(), z.minLength(3), z.maxLength(60)),
    issuedOn: z.iso.date(),
    /** SHA-256 of the newest stored version of the deed, in hexadecimal; any other is refused. */
    documentSha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  z.object({
    type: z.literal('transfer_shares'),
    toUserId: id,
    units: units.check(z.minimum(1)),
    basis: TransferBasis,
    /** The number of the court order, the probate or the correction. */
    reference: transferReference,
  }),
])
export type ResolutionAction = z.infer<typeof ResolutionAction>

export const ActionType = z.enum([
  'refund',
  'net',
  'assign',
  'cover',
  'withdraw',
  'release',
  'settle',
  'cancel',
  'refund_fee',
  'close',
  'extend',
  'fail',
  'file_deed',
  'transfer_shares',
])

/** A resolution that one person has proposed and another person must decide. */
export const PendingResolution = z.object({
  approvalId: id,
  action: ResolutionAction,
  reason: z.string(),
  /** User id of the proposer. */
  maker: id,
  requestedAt: isoDateTime,
})
export type PendingResolution = z.infer<typeof PendingResolution>

export const RejectedView = z.object({ code: z.string(), tries: z.int(), at: isoDateTime })

export const SuspenseItemView = z.object({
  itemId: z.string(),
  kind: SuspenseKind,
  direction: z.enum(['in', 'out']),
  state: z.enum(['open', 'refunding', 'resolved']),
  /** In the smallest unit of `currency`; fils for AED. */
  amountMinor: z.int(),
  currency: z.string(),
  orderId: z.optional(id),
  reference: z.optional(z.string()),
  /** The processor's payment id. */
  paymentId: z.optional(z.string()),
  dispute: z.optional(z.enum(['open', 'won', 'lost'])),
  /** Of an open dispute: until when the processor accepts evidence. Afterwards the bank decides without any. */
  evidenceDueAt: z.optional(isoDateTime),
  openedAt: isoDateTime,
  resolution: z.optional(
    z.object({
      type: z.enum(['refunded', 'settled', 'assigned', 'netted', 'covered', 'withdrawn', 'returned', 'won']),
      at: isoDateTime,
      orderId: z.optional(id),
      reference: z.optional(z.string()),
    }),
  ),
  rejected: z.optional(RejectedView),
  pending: z.optional(PendingResolution),
  /** The actions that the caller may propose now; empty while a proposal is pending. */
  actions: z.array(ActionType),
  /** Set if the money is the caller's own: two other people have to resolve the item. */
  own: z.optional(z.literal(true)),
  version,
})
export type SuspenseItemView = z.infer<typeof SuspenseItemView>

/**
 * A property whose chain, holdings and register disagree. There is nothing to decide: it closes once they agree again.
 */
export const RegisterDifferenceView = z.object({
  differenceId: id,
  kind: z.literal('register_difference'),
  state: z.enum(['open', 'resolved']),
  property: PropertyRef,
  /** Units on the chain less units in the holdings, in total; 0 if only their owners differ. */
  surplus: z.int(),
  /** The number of holders whose units differ. */
  holders: count,
  /** The block at which the chain was read. */
  blockNumber: count,
  openedAt: isoDateTime,
  resolvedAt: z.optional(isoDateTime),
  version,
})
export type RegisterDifferenceView = z.infer<typeof RegisterDifferenceView>

/** An order whose scheduled work the processor rejected permanently. */
export const RejectedOrderView = z.object({
  orderId: id,
  reference: z.string(),
  userId: id,
  property: PropertyRef,
  state: z.string(),
  totalFils: fils,
  work: z.enum(['reconcile', 'expiry', 'refund', 'catchUp']),
  rejected: RejectedView,
  pending: z.optional(PendingResolution),
  own: z.optional(z.literal(true)),
  version,
})
export type RejectedOrderView = z.infer<typeof RejectedOrderView>

const page = {
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
  cursor: z.optional(cursor),
}
const reason = reasonText(500)
const subject = {
  kind: z.enum(['suspense', 'order', 'raise', 'holding']),
  id: z.string().check(z.minLength(1), z.maxLength(300)),
}

/**
 * Lists suspense items, oldest first, and on the first page the register differences: all open ones, or the latest 100
 * that are resolved. Each read is audited.
 */
export const ListSuspense = defineRpc({
  name: 'investment.listSuspense',
  input: z.object({ ...page, view: z._default(z.enum(['unresolved', 'resolved']), 'unresolved') }),
  output: z.object({
    items: z.array(SuspenseItemView),
    /** The number of `items`. */
    count: z.int(),
    cursor: z.optional(z.string()),
    differences: z.optional(z.array(RegisterDifferenceView)),
  }),
  access: ['finance'],
  errors: [VALIDATION_FAILED],
})

/** Lists orders whose work was rejected permanently, newest first. Each read is audited. */
export const ListRejectedWork = defineRpc({
  name: 'investment.listRejectedWork',
  input: z.object(page),
  output: z.object({ orders: z.array(RejectedOrderView), count: z.int(), cursor: z.optional(z.string()) }),
  access: ['finance'],
  errors: [VALIDATION_FAILED],
})

/** The figures that the caller was shown. If they have changed, the call is refused with those of now. */
const shown = { shown: z.optional(ActionFigures) }

/**
 * Returns what an action would change if it took effect now. Only for actions whose figures the caller doesn't enter:
 * not for `refund_fee`, `extend` and `transfer_shares`. Each read is audited.
 */
export const PreviewResolution = defineRpc({
  name: 'investment.previewResolution',
  input: z.object({ subject: z.object(subject), action: ActionType }),
  output: z.object({ figures: ActionFigures, readAt: isoDateTime }),
  access: ['finance'],
  errors: [NOT_FOUND, RESOLUTION_NOT_POSSIBLE],
})

/**
 * Proposes a decision about a suspense item, an order, a raise or a holding; it takes effect only when another person
 * approves it.
 */
export const ProposeResolution = defineRpc({
  name: 'investment.proposeResolution',
  input: z.object({ subject: z.object(subject), action: ResolutionAction, reason, ...shown }),
  output: z.object({ pending: PendingResolution }),
  access: ['finance'],
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, RESOLUTION_NOT_POSSIBLE, APPROVAL_PENDING, FIGURES_CHANGED],
})

/** Approves or rejects a proposed resolution; an approved one is carried out in the same transaction. */
export const DecideResolution = defineRpc({
  name: 'investment.decideResolution',
  input: z.object({ approvalId: id, verdict: z.enum(['approve', 'reject']), reason, ...shown }),
  output: z.object({ state: z.enum(['approved', 'rejected']) }),
  access: ['finance'],
  errors: [
    NOT_FOUND,
    CONFLICT_OF_INTEREST,
    RESOLUTION_NOT_POSSIBLE,
    APPROVAL_SAME_PERSON,
    APPROVAL_NOT_PENDING,
    APPROVAL_EVIDENCE_CHANGED,
    FIGURES_CHANGED,
  ],
})

/** Withdraws the caller's own proposal. */
export const WithdrawResolution = defineRpc({
  name: 'investment.withdrawResolution',
  input: z.object({ approvalId: id }),
  output: z.object({ state: z.literal('withdrawn') }),
  access: ['finance'],
  errors: [NOT_FOUND, APPROVAL_NOT_MAKER, APPROVAL_NOT_PENDING],
})

/** Puts rejected work back into the queue. */
export const RetryWork = defineRpc({
  name: 'investment.retryWork',
  input: z.object({ subject: z.object(subject), reason }),
  output: z.object({ retried: z.literal(true) }),
  access: ['finance'],
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, WORK_NOT_REJECTED],
})
