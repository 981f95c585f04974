import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, type Input, NOT_FOUND, ok, refuse } from '@hissa/contracts'
import {
  type GetPaymentFile,
  type ListPayouts,
  PAYMENT_FILE_RECALLED,
  type PayoutView,
  UPLOAD_LIMIT_BYTES,
} from '@hissa/contracts/investment'
import { defineCursor, pageOf } from '@hissa/kernel'
import { sum } from '@hissa/money'
import { Storage } from '@hissa/storage'
import { Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { type Withdrawal, WithdrawalStore, withdrawalView } from '../cash/cash.api.js'
import { ApproveStatement } from './approve-statement.js'
import { BankEntryStore, differenceView } from './bank-entry.store.js'
import { MakePaymentFile } from './make-payment-file.js'
import { paymentFileView } from './payment-file.js'
import { PaymentFileStore } from './payment-file.store.js'
import { ReleaseFile } from './release-file.js'

const place = z.tuple([z.string()])
const CURSORS = { open: defineCursor('payouts-open', place), all: defineCursor('payouts-all', place) }
const MOST_FILES = 20
const MOST_DIFFERENCES = 100

/** Reads withdrawals and payment files for finance staff. Every read is audited. */
@Injectable()
export class ReadPayouts {
  constructor(
    private readonly withdrawals: WithdrawalStore,
    private readonly files: PaymentFileStore,
    private readonly entries: BankEntryStore,
    private readonly make: MakePaymentFile,
    private readonly statements: ApproveStatement,
    private readonly release: ReleaseFile,
    private readonly storage: Storage,
    private readonly staff: StaffAudit,
  ) {}

  async list({ view, limit, cursor }: Input<typeof ListPayouts>, by: Actor): Promise<Answer<typeof ListPayouts>> {
    const after = CURSORS[view].decode(cursor)
    if (!after.ok) return after
    const rows = await this.withdrawals.page(view, limit + 1, after.value?.[0])
    const { page, next } = pageOf(rows, limit, ({ _id }) => CURSORS[view].encode([_id]))
    const detail = { withdrawalIds: page.map(({ _id }) => _id) }
    await this.staff.record(by, { action: 'payouts.listed', subject: null, detail })
    const ready = await this.make.ready()
    return ok({
      ...{ payouts: page.map(payoutView), count: page.length, ...next },
      ready: { payments: ready.length, totalFils: sum(...ready.map(({ amountFils }) => amountFils)) },
      ...(cursor === undefined ? await this.firstPage() : {}),
    })
  }

  private async firstPage() {
    const [pending, pendingBankStatement, files, differences] = await Promise.all([
      this.make.pending(),
      this.statements.pending(),
      this.files.newest(MOST_FILES),
      this.entries.open(MOST_DIFFERENCES),
    ])
    return {
      ...(pending ? { pending } : {}),
      ...(pendingBankStatement ? { pendingBankStatement } : {}),
      ...{ files: files.map(paymentFileView), differences: differences.map(differenceView) },
    }
  }

  async file({ fileId }: Input<typeof GetPaymentFile>, by: Actor): Promise<Answer<typeof GetPaymentFile>> {
    const found = await this.files.byId(fileId)
    if (!found) return refuse(NOT_FOUND, 'There is no such payment file.')
    // Whoever has the file can give it to the bank.
    const file = await this.release.run(found)
    if (file.state === 'recalled')
      return refuse(PAYMENT_FILE_RECALLED, 'An investor in this file may no longer be paid. Propose a new file.')
    const { sha256, objectRef, sizeBytes } = file
    // Written before the file is returned, so that no read goes unrecorded.
    await this.staff.record(by, { action: 'payment-file.read', subject: `payment-file:${fileId}`, detail: { sha256 } })
    const bytes = await this.storage.get(fileId, objectRef)
    const handover = await this.storage.putQuarantine(once(bytes), { limitBytes: UPLOAD_LIMIT_BYTES })
    const { objectRef: copy, key } = handover
    return ok({ objectRef: copy, key, contentType: 'application/xml', sizeBytes })
  }
}

function payoutView(withdrawal: Withdrawal): PayoutView {
  const { userId, fileId, bankReason } = withdrawal
  return {
    ...{ ...withdrawalView(withdrawal), userId },
    ...(fileId ? { fileId } : {}),
    ...(bankReason ? { bankReason } : {}),
  }
}

async function* once(bytes: Buffer) {
  yield bytes
}
