import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, type Input, NOT_FOUND, ok, refuse } from '@hissa/contracts'
import type { GetIncomeDocument, StoreIncomeDocument } from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { Storage } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'
import { HandOver, takeDocument } from '../documents/documents.api.js'
import { documentId, type IncomeDocumentRow } from './income.js'
import { documentSave, IncomeStore } from './income.store.js'
import { RecordIncome } from './record-income.js'

/** Stores the documents of entries, unchanged and encrypted with the property's key, and hands them to finance staff. */
@Injectable()
export class IncomeDocuments {
  constructor(
    private readonly ledger: Committer,
    private readonly income: IncomeStore,
    private readonly record: RecordIncome,
    private readonly storage: Storage,
    private readonly documents: HandOver,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async store(
    { propertyId, ...file }: Input<typeof StoreIncomeDocument>,
    by: Actor,
  ): Promise<Answer<typeof StoreIncomeDocument>> {
    // The gateway removes the upload after a refusal.
    const possible = await this.record.possible(propertyId, by)
    if (!possible.ok) return possible
    const taken = await takeDocument(this.storage, file)
    if (!taken.ok) return taken
    const { bytes, ...document } = taken.value
    if (await this.income.document(propertyId, document.sha256)) return ok({ document })
    const objectRef = await this.storage.put(propertyId, bytes)
    const row: IncomeDocumentRow = {
      ...{ _id: documentId(propertyId, document.sha256), propertyId, objectRef, ...document },
      ...{ storedAt: this.clock.now(), storedBy: by.userId },
    }
    const audited = { action: 'income.document-stored', subject: `income:${propertyId}`, detail: document }
    const saves = [documentSave(row), this.staff.save(by, audited)]
    const key = `income-document:${row._id}`
    const outcome = await this.ledger.commit({ key, inputHash: objectRef, transfers: [], saves, events: [] })
    if (outcome.ok) return ok({ document })
    // Another upload of the same document was faster.
    await this.storage.delete(objectRef)
    if (outcome.reason === 'KEY_REUSED' || outcome.reason === 'STALE') return ok({ document })
    throw new Error(`the document was not stored: ${outcome.reason}`)
  }

  async read(
    { propertyId, sha256 }: Input<typeof GetIncomeDocument>,
    by: Actor,
  ): Promise<Answer<typeof GetIncomeDocument>> {
    const document = await this.income.document(propertyId, sha256)
    if (!document) return refuse(NOT_FOUND, 'There is no such document.')
    return this.documents.inTurn(by.userId, async () => {
      // Written before the document is returned, so that no read goes unrecorded.
      const detail = { sha256 }
      await this.staff.record(by, { action: 'income.document-read', subject: `income:${propertyId}`, detail })
      return ok(await this.documents.of(propertyId, document))
    })
  }
}
