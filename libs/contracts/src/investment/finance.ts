import * as z from 'zod/mini'
import { count, cursor, defineRpc, fils, id, isoDateTime, MAX_NAMES, PersonName, units, version } from '../core.js'
import { NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { OrderHold, OrderReason, OrderState, RaiseState } from './events.js'
import { ActionType, PendingResolution, RejectedView, ResolutionAction, SuspenseItemView } from './suspense.js'
import { OnChainView, paidFrom, PropertyRef } from './views.js'

const page = {
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
  cursor: z.optional(cursor),
}

/** What staff may decide now about a raise or an order. */
const decisions = {
  pending: z.optional(PendingResolution),
  /** The actions that the caller may propose now; empty while a proposal is pending. */
  actions: z.array(ActionType),
  /** Set if the caller's own money is concerned: two other people have to decide. */
  own: z.optional(z.literal(true)),
}

/** A decision that was proposed, and how it ended. */
export const DecisionView = z.object({
  approvalId: id,
  action: ResolutionAction,
  state: z.enum(['pending', 'approved', 'rejected', 'withdrawn', 'expired']),
  /** User id of the proposer. */
  maker: id,
  reason: z.string(),
  requestedAt: isoDateTime,
  /** User id of the person who decided. */
  checker: z.optional(id),
  checkerReason: z.optional(z.string()),
  endedAt: z.optional(isoDateTime),
})
export type DecisionView = z.infer<typeof DecisionView>

/** The progress of the work that processes every order of a raise. */
export const RaiseRunView = z.object({
  kind: z.enum(['coolingOff', 'reopen', 'extend', 'allot', 'refund']),
  /** Orders to process, counted when the run began. */
  total: count,
  done: count,
  /** Orders that failed and are retried. */
  failed: count,
  /** Orders that are no longer retried. */
  rejected: count,
  isCompleted: z.boolean(),
  startedAt: isoDateTime,
  movedAt: isoDateTime,
})
export type RaiseRunView = z.infer<typeof RaiseRunView>

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A stored version of a title deed. */
export const DeedVersionView = z.object({
  /** From 1. */
  version,
  /** SHA-256 of the stored bytes, in hexadecimal. */
  sha256,
  contentType: z.enum(['application/pdf', 'image/jpeg', 'image/png', 'image/webp']),
  sizeBytes: count,
  storedAt: isoDateTime,
  /** User id of the person who uploaded it. */
  storedBy: id,
})
export type DeedVersionView = z.infer<typeof DeedVersionView>

/** A raise as finance staff see it. */
export const StaffRaiseView = z.object({
  property: PropertyRef,
  state: RaiseState,
  unitPriceFils: fils,
  unitsTotal: units,
  unitsPaid: units,
  unitsReserved: units,
  unitsAvailable: units,
  /** The units that must be paid for the raise to close. */
  minimumUnits: units,
  investors: count,
  openedAt: isoDateTime,
  deadline: isoDateTime,
  /** Set once staff have decided to close it early, until it closes. */
  closingAt: z.optional(isoDateTime),
  fundedAt: z.optional(isoDateTime),
  coolingOffEndsAt: z.optional(isoDateTime),
  failedAt: z.optional(isoDateTime),
  failure: z.optional(z.enum(['minimum_missed', 'ended_by_staff'])),
  completedAt: z.optional(isoDateTime),
  deed: z.optional(
    z.object({
      number: z.string(),
      issuedOn: z.iso.date(),
      documentSha256: z.string(),
      filedAt: isoDateTime,
    }),
  ),
  /** The stored versions of the deed, oldest first; absent while there is none. */
  deedVersions: z.optional(z.array(DeedVersionView)),
  /** The next work of the raise, and when it is due. */
  work: z.optional(
    z.object({ kind: z.enum(['deadline', 'coolingOff', 'reopen', 'extend', 'allot', 'refund']), at: isoDateTime }),
  ),
  /** The latest run of its current phase. */
  run: z.optional(RaiseRunView),
  rejected: z.optional(RejectedView),
  ...decisions,
  version,
})
export type StaffRaiseView = z.infer<typeof StaffRaiseView>

/** What staff see of an order in each list. No personal data: the investor is an id. */
const orderFacts = {
  orderId: id,
  reference: z.string(),
  userId: id,
  property: PropertyRef,
  state: OrderState,
  units,
  totalFils: fils,
  /** What is left of the payment; set while a refund made in the processor's dashboard is missing. */
  leftFils: z.optional(fils),
  coolingOffEndsAt: z.optional(isoDateTime),
}

/** An order as finance staff see it in a list. */
export const StaffOrderRow = z.object({
  ...orderFacts,
  amountFils: fils,
  feeFils: fils,
  createdAt: isoDateTime,
  paidAt: z.optional(isoDateTime),
  allottedAt: z.optional(isoDateTime),
  issuedAt: z.optional(isoDateTime),
  /** The mint of its shares; also set if the order was reversed before the mint was confirmed. */
  onChain: z.optional(OnChainView),
  /** The burn of its shares, after the order was reversed. */
  burned: z.optional(OnChainView),
  /**
   * How many of its units returned to the treasury when it was reversed, if units had been transferred to or from its
   * investor. Absent if all returned.
   */
  unitsTakenBack: z.optional(units),
  paidFrom,
  reason: z.optional(OrderReason),
  dispute: z.optional(z.enum(['open', 'won', 'lost'])),
  /** Why it is not allotted for now; absent unless it is on hold. */
  holds: z.optional(z.array(OrderHold)),
  /** The processor's payment id. */
  paymentId: z.optional(z.string()),
  rejected: z.optional(RejectedView),
  ...decisions,
  version,
})
export type StaffOrderRow = z.infer<typeof StaffOrderRow>

/** An order on hold. */
export const HeldOrderView = z.object({
  ...orderFacts,
  holds: z.array(OrderHold),
  /** When the order was put on hold. */
  since: isoDateTime,
})
export type HeldOrderView = z.infer<typeof HeldOrderView>

/** A payment or refund as booked. */
export const StaffPaymentView = z.object({
  paymentRowId: z.string(),
  kind: z.enum(['payment', 'refund']),
  state: z.enum(['pending', 'succeeded', 'failed']),
  method: z.enum(['card', 'bank_transfer', 'dispute']),
  /** Set if the money came from the investor's cash, or returned to it; `method` is then `bank_transfer`. */
  paidFrom,
  amountMinor: z.int(),
  currency: z.string(),
  use: z.optional(z.enum(['units', 'refund', 'suspense'])),
  /** The processor's ids. */
  paymentId: z.optional(z.string()),
  refundId: z.optional(z.string()),
  at: isoDateTime,
})
export type StaffPaymentView = z.infer<typeof StaffPaymentView>

/** A transfer of the ledger. */
export const TransferView = z.object({
  seq: z.int(),
  at: isoDateTime,
  code: z.string(),
  kind: z.enum(['single', 'pending', 'post', 'void', 'expire']),
  debit: z.string(),
  credit: z.string(),
  amount: z.int(),
})
export type TransferView = z.infer<typeof TransferView>

/** A rule's decision about an order, with the inputs that it was based on. */
export const StoredRuleDecision = z.object({
  rule: z.string(),
  version,
  allowed: z.boolean(),
  inputs: z.record(z.string(), z.unknown()),
})

/** Lists raises, newest first. Each read is audited. */
export const ListRaises = defineRpc({
  name: 'investment.listRaises',
  input: z.object({ ...page, state: z.optional(RaiseState) }),
  output: z.object({ raises: z.array(StaffRaiseView), count, cursor: z.optional(z.string()) }),
  access: ['finance'],
  errors: [VALIDATION_FAILED],
})

/** Returns a raise with the decisions about it, newest first. Each read is audited. */
export const GetRaise = defineRpc({
  name: 'investment.getRaise',
  input: z.object({ propertyId: id }),
  output: z.object({ raise: StaffRaiseView, decisions: z.array(DecisionView) }),
  access: ['finance'],
  errors: [NOT_FOUND],
})

/**
 * Searches orders, newest first. `query` is an order's reference or id, an investor's id or email address (exact), or
 * an id of the payment processor: of a payment, checkout session, refund or dispute. Each read is audited; an email
 * address is not recorded.
 */
export const SearchOrders = defineRpc({
  name: 'investment.searchOrders',
  input: z.object({
    ...page,
    query: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(254))),
    state: z.optional(OrderState),
    propertyId: z.optional(id),
  }),
  output: z.object({ orders: z.array(StaffOrderRow), count, cursor: z.optional(z.string()) }),
  access: ['finance'],
  errors: [VALIDATION_FAILED],
})

/** Returns everything that is recorded about an order. Each read is audited. */
export const GetStaffOrder = defineRpc({
  name: 'investment.getStaffOrder',
  input: z.object({ orderId: id }),
  output: z.object({
    order: StaffOrderRow,
    payments: z.array(StaffPaymentView),
    /** Money in suspense of its payment, and disputes. */
    items: z.array(SuspenseItemView),
    rules: z.array(StoredRuleDecision),
    /** In the order in which they were written. */
    transfers: z.array(TransferView),
    /** Newest first. */
    decisions: z.array(DecisionView),
  }),
  access: ['finance'],
  errors: [NOT_FOUND],
})

/** Lists the orders on hold, longest first. Each read is audited. */
export const ListHeldOrders = defineRpc({
  name: 'investment.listHeldOrders',
  input: z.object(page),
  output: z.object({ orders: z.array(HeldOrderView), count, cursor: z.optional(z.string()) }),
  access: ['compliance', 'finance'],
  errors: [VALIDATION_FAILED],
})

/** A proposal that awaits a decision. */
export const PendingApprovalView = z.object({
  pending: PendingResolution,
  subject: z.object({ kind: z.enum(['suspense', 'order', 'raise', 'holding']), id: z.string() }),
  /** The order's reference, the title of the raise's or holding's property, or the item's processor id. */
  label: z.string(),
  /** Set if the caller's own money is concerned. */
  own: z.optional(z.literal(true)),
})
export type PendingApprovalView = z.infer<typeof PendingApprovalView>

/** Lists the proposals that await a decision, oldest first. Each read is audited. */
export const ListApprovals = defineRpc({
  name: 'investment.listApprovals',
  input: z.object(page),
  output: z.object({ approvals: z.array(PendingApprovalView), count, cursor: z.optional(z.string()) }),
  access: ['finance'],
  errors: [VALIDATION_FAILED],
})

/**
 * Returns the names of investors and colleagues by user id, read from identity. Users without a name are left out. Each
 * read is audited; the names are not recorded.
 */
export const ReadNames = defineRpc({
  name: 'investment.readNames',
  input: z.object({ userIds: z.array(id).check(z.minLength(1), z.maxLength(MAX_NAMES)) }),
  output: z.object({ names: z.array(PersonName) }),
  access: ['compliance', 'finance'],
  errors: [],
})

/**
 * Totals client money from the balances of the ledger, all as of one moment: what the bank and the card processor hold,
 * and to whom it is owed. Each read is audited.
 */
export const ReadClientMoney = defineRpc({
  name: 'investment.readClientMoney',
  input: z.object({}),
  output: z.object({
    readAt: isoDateTime,
    /** The last change of the ledger that is in the totals. */
    ledgerSeq: count,
    /** Those with money in escrow or fees of orders that can still be cancelled, by title. */
    properties: z.array(z.object({ property: PropertyRef, escrowFils: fils, pendingFeesFils: fils })),
    /** Subscriptions that are neither registered nor refunded. */
    escrowFils: fils,
    /** Platform fees of these subscriptions, which a cancellation refunds. */
    pendingFeesFils: fils,
    /** Subscriptions of registered shares, owed to the companies that hold the properties. */
    companyFils: fils,
    /** Fees of registered shares, owed to the platform. */
    earnedFeesFils: fils,
    /** Rent that is not distributed, reserves of properties, and distributions that are not paid in full. */
    incomeFils: z.optional(fils),
    /** Owed to investors: refunds that have not arrived, and their cash. */
    refundsDueFils: fils,
    /** In the client money account; negative while more left it than the card processor has paid in. */
    bankFils: fils,
    /** Taken by the card processor and not paid into the account yet. */
    cardClearingFils: fils,
    /** Money without an order, and money that left without one. Dirhams first. */
    suspense: z.array(z.object({ currency: z.string(), heldMinor: z.int(), missingMinor: z.int() })),
  }),
  access: ['finance'],
  errors: [],
})

/**
 * Records that the caller saves a list of the desk as a file: `list` names it, `rows` counts its rows, `sha256` is the
 * file's hash in hexadecimal. The client saves the file only afterwards.
 */
export const RecordExport = defineRpc({
  name: 'investment.recordExport',
  input: z.object({
    list: z.string().check(z.regex(/^[a-z-]{1,60}$/)),
    rows: count,
    sha256,
  }),
  output: z.object({ recorded: z.literal(true) }),
  access: ['compliance', 'finance'],
  errors: [],
})
