import { ok, refuse, type ErrorsOf, type Result } from '@hissa/contracts'
import { KYC_ALREADY_APPROVED, KYC_CLOSED, KYC_IN_REVIEW, type DocumentType, type StartKyc } from '@hissa/contracts/kyc'
import { CLOCK, newId, type Clock } from '@hissa/kernel'
import { isDuplicateKey, MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { decide, isClosedForGood, openCase, type Case } from './case.js'
import { CaseStore } from './case.store.js'

interface StartInput {
  userId: string
  documentType: DocumentType
  issuingCountry: string
}

type Started = Result<Case, ErrorsOf<typeof StartKyc>>

/** Opens a case, or updates the document of the open one. */
@Injectable()
export class StartCase {
  constructor(
    private readonly store: CaseStore,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async start(input: StartInput): Promise<Started> {
    try {
      return await transaction(this.connection, (session) => this.startOnce(input, session))
    } catch (error) {
      // A concurrent call has opened a case.
      if (!isDuplicateKey(error)) throw error
      return transaction(this.connection, (session) => this.startOnce(input, session))
    }
  }

  private async startOnce(
    { userId, documentType, issuingCountry }: StartInput,
    session: ClientSession,
  ): Promise<Started> {
    const at = this.clock.now()
    const latest = await this.store.latestOf(userId, session)
    if (latest?.state === 'approved') return refuse(KYC_ALREADY_APPROVED, 'Your identity is already verified.')
    if (latest?.state === 'in_review') return refuse(KYC_IN_REVIEW, 'Your case is under review.')
    if (latest && isClosedForGood(latest))
      return refuse(KYC_CLOSED, 'Your case is closed. Contact us if you have questions.')
    if (!latest || latest.state === 'rejected') {
      const opened = openCase({ caseId: newId(), userId }, { documentType, issuingCountry }, at)
      await this.store.insert(opened, session)
      return ok(opened)
    }
    if (latest.documentType === documentType && latest.issuingCountry === issuingCountry) return ok(latest)
    const decision = decide(latest, { type: 'describe', documentType, issuingCountry }, at)
    if (!decision.ok) throw new Error(`case ${latest.caseId} is ${latest.state} and cannot be described again`)
    const { next } = decision.value
    await this.store.save(next, latest.version, session)
    return ok(next)
  }
}
