import { systemTiming, type Logger } from '@hissa/kernel'
import type { NodeFaultCode } from './rpc/node-errors.js'
import type { Role } from './roles.js'

/** What needs a person; logged as `alarm: …`. */
export type ChainAlarm =
  | 'CHAIN_NODE_FAULT'
  | 'CHAIN_REORGANISED'
  | 'FEE_CEILING'
  | 'FOREIGN_TRANSACTION'
  | 'FOLLOW_UP_FAILED'
  | 'INSUFFICIENT_FUNDS'
  | 'RECEIPT_UNREADABLE'
  | 'SIGNER_CHANGED'
  | 'SIGNER_FAULT'
  | 'TRANSACTION_REFUSED'

/** Counts what happened on the chain; `ChainMetrics` implements it. */
export interface ChainCounts {
  fault(fault: NodeFaultCode): void
  reorganised(role: Role): void
  replaced(role: Role): void
}

const AGAIN_AFTER_MS = 60_000

/** Reports what happens on the chain, to the logs and to the metrics. Repeated alarms are logged once a minute. */
export class ChainReports {
  private readonly alarmedAtMs = new Map<string, number>()

  constructor(
    private readonly logger: Logger,
    private readonly counts: ChainCounts,
    private readonly nowMs: () => number = systemTiming.wallMs,
  ) {}

  /** Logs an alarm. `fields` has ids, codes and amounts, never calldata or addresses of nodes. */
  alarm(alarm: ChainAlarm, fields: Readonly<Record<string, string | number | undefined>>, words: string): void {
    const key = `${alarm} ${fields['role'] ?? ''} ${fields['id'] ?? ''}`
    if (this.nowMs() - (this.alarmedAtMs.get(key) ?? -Infinity) < AGAIN_AFTER_MS) return
    if (this.alarmedAtMs.size > 1_000) this.alarmedAtMs.clear()
    this.alarmedAtMs.set(key, this.nowMs())
    this.logger.error({ alarm, ...fields }, words)
  }

  /** `of` names what the false answer is about, if it is not the whole node. */
  fault(fault: NodeFaultCode, words: string, of: { role?: Role; id?: string } = {}): void {
    this.counts.fault(fault)
    this.alarm('CHAIN_NODE_FAULT', { fault, ...of }, words)
  }

  reorganised(role: Role, id: string, blockNumber: number, state: string): void {
    this.counts.reorganised(role)
    const fields = { role, id, blockNumber, state }
    if (state === 'mined') this.logger.warn(fields, 'a reorganisation removed the block of a transaction')
    else this.alarm('CHAIN_REORGANISED', fields, 'a reorganisation removed the block of a settled transaction')
  }

  released(role: Role, failed: readonly string[]): void {
    this.logger.warn(
      { role, failed },
      'an operator released a role; the transactions whose nonces were taken have failed',
    )
  }

  replaced(role: Role, id: string, attempt: number): void {
    this.counts.replaced(role)
    this.logger.info({ role, id, attempt }, 'a transaction was replaced with higher fees')
  }

  /** Logs that work failed for a reason outside this service and will be retried, at most once a minute. */
  waiting(what: string, error: Error): void {
    const key = `${what} ${error.name}`
    if (this.nowMs() - (this.alarmedAtMs.get(key) ?? -Infinity) < AGAIN_AFTER_MS) return
    this.alarmedAtMs.set(key, this.nowMs())
    this.logger.warn({ reason: error.message, error: error.name }, `${what} failed and will be retried`)
  }
}
