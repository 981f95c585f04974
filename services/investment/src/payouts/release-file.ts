import { CLOCK, type Clock, legalOrThrow, LOGGER, type Logger } from '@hissa/kernel'
import { type Change, Committer, type Save } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { decideWithdrawal, isPayable, stepParts, type Withdrawal, WithdrawalStore } from '../cash/cash.api.js'
import { PaymentDifferenceStore } from '../differences/differences.api.js'
import { InvestorStore } from '../investors/investors.api.js'
import { IDS, type Ids } from '../ports.js'
import { PAYMENT_FILES, type PaymentFile } from './payment-file.js'
import { PaymentFileStore } from './payment-file.store.js'

/**
 * Releases approved payment files, just before they leave. A file is recalled instead if one of its investors may no
 * longer be paid, such as after a suspension or while one of their payments differs: it never leaves, and its withdrawals are requested again. A released file
 * may have left, so it is never recalled. Events: `investment.withdrawal.changed.v1`.
 */
@Injectable()
export class ReleaseFile {
  constructor(
    private readonly ledger: Committer,
    private readonly files: PaymentFileStore,
    private readonly withdrawals: WithdrawalStore,
    private readonly investors: InvestorStore,
    private readonly differences: PaymentDifferenceStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the file as it is afterwards: in any state but `approved`. Repeatable. Throws LedgerUnavailable. */
  async run({ _id: fileId }: Pick<PaymentFile, '_id'>): Promise<PaymentFile> {
    const outcome = await this.ledger.decideAndCommit<PaymentFile>(async () => {
      const file = (await this.files.byId(fileId))!
      return file.state === 'approved' ? this.change(file) : { done: file }
    })
    if ('done' in outcome) return outcome.done
    // Of two replicas that decide at once, one commits first.
    if (!outcome.ok && outcome.reason !== 'KEY_REUSED')
      throw new Error(`the release of a payment file was not recorded: ${outcome.reason}`)
    return (await this.files.byId(fileId))!
  }

  private async change(file: PaymentFile): Promise<Change> {
    const at = this.clock.now()
    const rows = await this.withdrawals.ofFile(file._id)
    const userIds = [...new Set(rows.map(({ userId }) => userId))]
    const statuses = await this.investors.statusesOf(userIds)
    const blocked = await this.differences.blockedOf(userIds)
    const isRecalled = userIds.some((userId) => !isPayable(statuses.get(userId) ?? 'registered') || blocked.has(userId))
    if (isRecalled) this.logger.warn({ fileId: file._id }, 'a payment file is recalled: an investor may not be paid')
    const steps = isRecalled ? rows.map((row) => this.recalled(row, at)) : []
    const set = isRecalled ? { state: 'recalled', recalledAt: at } : { state: 'released', releasedAt: at }
    const fileSave: Save = { collection: PAYMENT_FILES, id: file._id, version: file.version, set }
    return {
      ...{ key: `payment-file:${file._id}:${file.version}:release`, inputHash: this.ids.next(), transfers: [] },
      saves: [fileSave, ...steps.map(({ save }) => save)],
      events: steps.map(({ event }) => event),
    }
  }

  private recalled(row: Withdrawal, at: Date) {
    return stepParts(row, legalOrThrow(decideWithdrawal(row, { type: 'recall' }, at)), at, this.ids)
  }
}
