import type { DocumentType } from '@hissa/contracts/kyc'
import { CLOCK, newId, problem, type Clock } from '@hissa/kernel'
import { isDuplicateKey, MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { decide, isClosedForGood, openCase, type Case } from './case.js'
import { refusalProblem } from './case-problems.js'
import { CaseStore } from './case.store.js'

interface StartInput {
  userId: string
  documentType: DocumentType
  issuingCountry: string
}

/**
 * Opens a case, or takes up the open one with the document now named. Errors: KYC_ALREADY_APPROVED, KYC_IN_REVIEW,
 * KYC_CLOSED, all 409.
 */
@Injectable()
export class StartCase {
  constructor(
    private readonly store: CaseStore,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async start(input: StartInput): Promise<Case> {
    try {
      return await transaction(this.connection, (session) => this.startOnce(input, session))
    } catch (error) {
      // Two starts at once: the other one's case is the open one now.
      if (!isDuplicateKey(error)) throw error
      return transaction(this.connection, (session) => this.startOnce(input, session))
    }
  }

  private async startOnce({ userId, documentType, issuingCountry }: StartInput, session: ClientSession): Promise<Case> {
    const at = this.clock.now()
    const latest = await this.store.latestOf(userId, session)
    if (latest?.state === 'approved') throw problem('KYC_ALREADY_APPROVED', 409, 'Your identity is already verified.')
    if (latest?.state === 'in_review') throw problem('KYC_IN_REVIEW', 409, 'Your case is being looked at.')
    if (latest && isClosedForGood(latest))
      throw problem('KYC_CLOSED', 409, 'Your case is closed. Contact us if you have questions.')
    if (!latest || latest.state === 'rejected') {
      const opened = openCase({ caseId: newId(), userId }, { documentType, issuingCountry }, at)
      await this.store.insert(opened, session)
      return opened
    }
    if (latest.documentType === documentType && latest.issuingCountry === issuingCountry) return latest
    const decision = decide(latest, { type: 'describe', documentType, issuingCountry }, at)
    if (!decision.ok) throw refusalProblem(decision.refusal)
    await this.store.save(decision.next, latest.version, session)
    return decision.next
  }
}
