import * as z from 'zod/mini'
import { count, defineRpc, id, isoDateTime, units } from '../core.js'
import { RegisterDifferenceView } from './suspense.js'
import { PropertyRef } from './views.js'

/** One comparison of the card processor's balance with the ledger, and of the ledger of shares with the holdings. */
export const ReconciliationRunView = z.object({
  runId: id,
  state: z.enum(['running', 'complete']),
  startedAt: isoDateTime,
  completedAt: z.optional(isoDateTime),
  /** Who asked for it; absent for a daily run. */
  requestedBy: z.optional(id),
  /** Movements that were read since the run before. */
  processorEntries: count,
  ledgerEntries: count,
  /** Movements of the processor that concern no payment, such as its payouts to the bank. */
  otherEntries: count,
  /** Payments that had new movements, or differed before. */
  payments: count,
  /** Payments that differ, but whose webhook may still arrive. The next run compares them again. */
  waiting: count,
  /** Holdings that were compared with the ledger of shares. */
  holdings: z.optional(count),
  /** Open differences at its end. */
  differences: count,
})
export type ReconciliationRunView = z.infer<typeof ReconciliationRunView>

/** A movement of a payment, as one side has it. Minor units of the payment's currency; negative when money left. */
export const MovementView = z.object({
  movementId: z.string(),
  part: z.enum(['charge', 'refund', 'dispute']),
  amountMinor: z.int(),
  at: isoDateTime,
})
export type MovementView = z.infer<typeof MovementView>

/** A payment about which the card processor and the ledger disagree. */
export const PaymentDifferenceView = z.object({
  differenceId: id,
  paymentId: z.string(),
  currency: z.string(),
  orderId: z.optional(id),
  userId: z.optional(id),
  /** What arrived by the charge, or left by refunds or disputes, in minor units; only the parts that differ. */
  parts: z.array(
    z.object({ part: z.enum(['charge', 'refund', 'dispute']), processorMinor: z.int(), ledgerMinor: z.int() }),
  ),
  /** The movements of each side, oldest first; at most 20. */
  processor: z.array(MovementView),
  ledger: z.array(MovementView),
  openedAt: isoDateTime,
})
export type PaymentDifferenceView = z.infer<typeof PaymentDifferenceView>

/** An investor's shares of a property about which the ledger and the holding disagree. */
export const HoldingDifferenceView = z.object({
  differenceId: z.string(),
  userId: id,
  property: PropertyRef,
  /** Paid shares, and those of them that are on the register. */
  ledgerUnits: units,
  ledgerRegistered: units,
  holdingUnits: units,
  holdingRegistered: units,
  openedAt: isoDateTime,
})
export type HoldingDifferenceView = z.infer<typeof HoldingDifferenceView>

/**
 * Lists the newest runs, at most 20, and what differs now, oldest first, at most 100 of each kind: payments, holdings, and
 * registers of properties. Each read is audited.
 */
export const ListReconciliation = defineRpc({
  name: 'investment.listReconciliation',
  input: z.object({}),
  output: z.object({
    runs: z.array(ReconciliationRunView),
    nextRunAt: isoDateTime,
    payments: z.array(PaymentDifferenceView),
    holdings: z.array(HoldingDifferenceView),
    registers: z.array(RegisterDifferenceView),
  }),
  access: ['finance'],
  errors: [],
})

/**
 * Starts a run now and returns it. While one is in progress, and for five minutes after one that staff asked for is
 * complete, it returns that run instead. Audited.
 */
export const RunReconciliation = defineRpc({
  name: 'investment.runReconciliation',
  input: z.object({}),
  output: z.object({ run: ReconciliationRunView }),
  access: ['finance'],
  errors: [],
})
