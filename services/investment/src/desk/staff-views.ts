import type { Approval } from '@hissa/approvals'
import {
  orderReference,
  type DecisionView,
  type PendingResolution,
  type RaiseRunView,
  type ResolutionAction,
  type StaffOrderRow,
  type StaffPaymentView,
  type StaffRaiseView,
  type TransferView,
} from '@hissa/contracts/investment'
import type { Run, Transfer } from '@hissa/ledger'
import { units } from '@hissa/money'
import type { RejectedWork } from '../due/due.js'
import { holdsOf, leftFils, onChainView, type Order } from '../orders/orders.api.js'
import { methodView, type Payment, type ResolutionProposal } from '../payments/payments.api.js'
import {
  coolingOffEnd,
  deedVersionView,
  minimumUnitsOf,
  type Raise,
  type UnitCounts,
  unitsReserved,
} from '../raises/raises.api.js'

/** What the caller may decide about a subject. */
export interface Decisions {
  pending?: PendingResolution
  actions: Array<ResolutionAction['type']>
  own?: true
}

const rejectedView = ({ code, tries, at }: RejectedWork) => ({ code, tries, at: at.toISOString() })

/** Returns the dates that are set, as ISO text. */
function times<K extends string>(dates: Record<K, Date | undefined>): Partial<Record<K, string>> {
  const set = Object.entries<Date | undefined>(dates).flatMap(([name, date]) =>
    date ? [[name, date.toISOString()]] : [],
  )
  return Object.fromEntries(set) as Partial<Record<K, string>>
}

function runView({ kind, total, done, failed, rejected, state, startedAt, movedAt }: Run): RaiseRunView {
  const isCompleted = state === 'completed'
  return {
    kind: kind.slice('raise.'.length) as RaiseRunView['kind'],
    // The committed part of a chunk that a crash interrupted is never counted by the run.
    ...{ total: total ?? done, done: isCompleted && total !== null ? total - rejected : done, failed, rejected },
    isCompleted,
    startedAt: startedAt.toISOString(),
    movedAt: movedAt.toISOString(),
  }
}

/** Returns a raise as finance staff see it, with its counts and the progress of its latest run. */
export function raiseView(
  raise: Raise,
  { counts, run, decisions }: { counts: UnitCounts; run: Run | undefined; decisions: Decisions },
): StaffRaiseView {
  const {
    _id: propertyId,
    slug,
    title,
    state,
    unitPriceFils,
    unitsTotal,
    failure,
    deed,
    deedVersions,
    due,
    rejected,
    version,
  } = raise
  const { unitsAvailable, unitsPaid, investors } = counts
  const { closingAt, fundedAt, failedAt, completedAt } = raise
  return {
    property: { propertyId, slug, title },
    ...{ state, unitPriceFils, unitsTotal, unitsAvailable, unitsPaid, investors, version },
    unitsReserved: units(unitsReserved(raise, counts)),
    minimumUnits: minimumUnitsOf(raise),
    openedAt: raise.openedAt.toISOString(),
    deadline: raise.deadline.toISOString(),
    ...times({ closingAt, fundedAt, coolingOffEndsAt: coolingOffEnd(raise), failedAt, completedAt }),
    ...(failure ? { failure } : {}),
    ...(deed ? { deed: { ...deed, filedAt: deed.filedAt.toISOString() } } : {}),
    ...(deedVersions ? { deedVersions: deedVersions.map(deedVersionView) } : {}),
    ...(due ? { work: { kind: due.kind, at: due.dueAt.toISOString() } } : {}),
    ...(run ? { run: runView(run) } : {}),
    ...(rejected ? { rejected: rejectedView(rejected) } : {}),
    ...decisions,
  }
}

/** Returns an order as finance staff see it in a list. */
export function orderRow(order: Order, decisions: Decisions): StaffOrderRow {
  const { _id: orderId, userId, propertyId, slug, title, state, units, amountFils, feeFils, totalFils, version } = order
  const { reason, dispute, paymentId, rejected, paidAt, coolingOffEndsAt, allottedAt, issuedAt } = order
  const { minted, burned, unitsTakenBack } = order
  const left = leftFils(order)
  return {
    ...{ orderId, userId, state, units, amountFils, feeFils, totalFils, version },
    reference: orderReference(orderId),
    property: { propertyId, slug, title },
    createdAt: order.createdAt.toISOString(),
    ...(left === undefined ? {} : { leftFils: left }),
    ...times({ paidAt, coolingOffEndsAt, allottedAt, issuedAt }),
    ...(minted ? { onChain: onChainView(minted) } : {}),
    ...(burned ? { burned: onChainView(burned) } : {}),
    ...(unitsTakenBack === undefined ? {} : { unitsTakenBack }),
    ...(reason ? { reason } : {}),
    ...(dispute ? { dispute: dispute.state } : {}),
    ...(order.hold ? { holds: holdsOf(order) } : {}),
    ...(paymentId ? { paymentId } : {}),
    ...(order.paidFrom ? { paidFrom: order.paidFrom } : {}),
    ...(rejected ? { rejected: rejectedView(rejected) } : {}),
    ...decisions,
  }
}

/** Returns a payment or refund as finance staff see it. */
export function paymentView(row: Payment): StaffPaymentView {
  const { _id: paymentRowId, kind, state, amount: amountMinor, currency, use, paymentId, refundId } = row
  return {
    ...{ paymentRowId, kind, state, ...methodView(row), amountMinor, currency },
    ...(use ? { use } : {}),
    ...(paymentId ? { paymentId } : {}),
    ...(refundId ? { refundId } : {}),
    at: row.at.toISOString(),
  }
}

/** Returns a transfer of the ledger as finance staff see it. */
export function transferView({ seq, at, code, kind, debit, credit, amount }: Transfer): TransferView {
  return { seq, at: at.toISOString(), code, kind, debit, credit, amount }
}

/** Returns a proposal of finance staff and how it was decided. */
export function decisionView(approval: Approval): DecisionView {
  const { id: approvalId, state, maker, reason, requestedAt, checker, checkerReason, endedAt } = approval
  return {
    ...{ approvalId, state, maker, reason, requestedAt: requestedAt.toISOString() },
    action: (approval as Approval<ResolutionProposal>).proposal.action,
    ...(checker ? { checker } : {}),
    ...(checkerReason ? { checkerReason } : {}),
    ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
  }
}
