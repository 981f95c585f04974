import type { ReconciliationRunView } from '@hissa/contracts/investment'

/** A run of reconciliation. Its position is stored with each step, so that any replica continues it. */
export interface Run {
  _id: string
  state: 'running' | 'complete'
  /** First the ledger is read, then the processor: what the ledger has by then, the processor has had before. */
  phase: 'ledger' | 'processor' | 'payments' | 'holdings' | 'shares'
  /** Where the phase continues: the last transfer's number, the processor's page, the last payment, holding or account. */
  cursor?: number | string
  /** The part of the ledger that is read: after one transfer, up to another. */
  ledgerAfter: number
  ledgerUpTo: number
  /** The wall times between which the processor is read. */
  from: Date
  to: Date
  requestedBy?: string
  /** Business time. */
  startedAt: Date
  completedAt?: Date
  processorEntries: number
  ledgerEntries: number
  otherEntries: number
  payments: number
  waiting: number
  holdings?: number
  differences: number
  version: number
}

const DAY_MS = 86_400_000
/** Read again from before the last run, in case the processor lists a movement late. */
const OVERLAP_MS = DAY_MS
/** How long a webhook may take before its movement counts as missing in the ledger. */
export const WEBHOOK_MS = 15 * 60_000
/** 02:00 in Dubai, in UTC. */
const RUNS_AT_MS = 22 * 3_600_000

/** Returns the first 02:00 in Dubai after a moment. Pure. */
export function nextRunAfter(at: Date): Date {
  const ms = at.getTime() - RUNS_AT_MS
  return new Date((Math.floor(ms / DAY_MS) + 1) * DAY_MS + RUNS_AT_MS)
}

interface Reads {
  /** Up to when the last complete run has read the processor; undefined before the first. */
  lastTo: Date | undefined
  /** When the ledger's first transfer was made, in wall time; undefined without one. */
  firstTransferAt: Date | undefined
  to: Date
}

/**
 * Returns from when a run reads the processor. What its account did before the ledger's first transfer isn't the
 * platform's, and without a transfer nothing is read. Pure.
 */
export function readsFrom({ lastTo, firstTransferAt, to }: Reads): Date {
  if (!firstTransferAt) return to
  const begunMs = firstTransferAt.getTime() - WEBHOOK_MS
  return new Date(Math.min(to.getTime(), Math.max(begunMs, lastTo ? lastTo.getTime() - OVERLAP_MS : begunMs)))
}

/** Returns a run as finance staff see it. */
export function runView(run: Run): ReconciliationRunView {
  const { _id: runId, state, startedAt, completedAt, requestedBy } = run
  const { processorEntries, ledgerEntries, otherEntries, payments, waiting, holdings, differences } = run
  return {
    ...{ runId, state, processorEntries, ledgerEntries, otherEntries, payments, waiting, differences },
    startedAt: startedAt.toISOString(),
    ...(holdings === undefined ? {} : { holdings }),
    ...(completedAt ? { completedAt: completedAt.toISOString() } : {}),
    ...(requestedBy ? { requestedBy } : {}),
  }
}
