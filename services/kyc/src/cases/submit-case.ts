import { ok, refuse, type ErrorOf, type ErrorsOf, type NOT_FOUND, type Result } from '@hissa/contracts'
import { GetSubjectFacts } from '@hissa/contracts/identity'
import { PROFILE_REQUIRED, type SubmitKyc } from '@hissa/contracts/kyc'
import { accepts, CLOCK, type Clock } from '@hissa/kernel'
import { Outbox, RpcClient } from '@hissa/messaging'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { KYC_CONFIG, type KycConfig } from '../config.js'
import { asWritten, type MrzReading } from '../mrz/read-mrz.js'
import { readTypedMrz } from '../mrz/read-typed-mrz.js'
import { assess, type StatedProfile } from './assess.js'
import { dubaiDate } from './business-days.js'
import { decide, missingUploads, TRANSITIONS, type Case } from './case.js'
import { caseEvents } from './case-events.js'
import { caseNotFound, refuseCommand } from './case-errors.js'
import { CaseStore } from './case.store.js'
import { numberIndexOf } from './document-number.js'
import type { Evidence, LinesFrom } from './evidence.js'
import { ForgedDocuments } from './forged-documents.js'
import { setOf } from '../screening/list-version.js'
import { pictureWithLines } from './stored-reading.js'
import { ScreenCase } from './screen-case.js'

interface SubmitInput {
  userId: string
  caseId: string
  mrzLines: string[]
  originalName?: string | undefined
  politicallyExposed: boolean
  confirmMrz: boolean
}

type Submitted = Result<Case, ErrorsOf<typeof SubmitKyc>>

/**
 * Submits a case: reads the typed MRZ lines, compares them with the profile, screens the names, and approves by rule or
 * queues the case. Events: kyc.case.submitted.v1, and kyc.case.approved.v1 when the rule approves.
 */
@Injectable()
export class SubmitCase {
  constructor(
    private readonly store: CaseStore,
    private readonly screening: ScreenCase,
    private readonly forgeries: ForgedDocuments,
    private readonly rpc: RpcClient,
    private readonly outbox: Outbox,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(KYC_CONFIG) private readonly config: KycConfig,
  ) {}

  async submit(input: SubmitInput): Promise<Submitted> {
    const loaded = await this.loadOwn(input)
    if (!loaded.ok) return loaded
    const before = loaded.value
    const at = this.clock.now()
    const read = readTypedMrz({
      lines: input.mrzLines,
      documentType: before.documentType,
      confirmed: input.confirmMrz,
      acceptSpecimens: this.isLocal,
      today: dubaiDate(at),
    })
    if (!read.ok) return read
    const reading = read.value
    const stated = await this.profileOf(input.userId)
    if (!stated.ok) return stated
    const profile = stated.value
    const linesFrom = await this.linesFrom(before, input.mrzLines)
    const gathered = { ...this.gather(input, profile, reading), linesFrom }
    const screened = this.screening.screen(gathered)
    const numberIndex = numberIndexOf(this.config.KYC_MASTER_KEY, reading.fields)
    const inputs = {
      documentType: before.documentType,
      issuingCountry: before.issuingCountry,
      profile,
      reading,
      politicallyExposed: input.politicallyExposed,
      ...screened,
      pictureRead: linesFrom.source === 'picture',
      automaticApproval: this.isLocal,
      today: dubaiDate(at),
    }
    const sealed = await this.store.sealEvidence(before, { ...gathered, hits: [...screened.hits] })
    return transaction(this.connection, async (session) => {
      const current = await this.store.load(before.caseId, session)
      if (current?.version !== before.version) return refuseCommand({ code: 'VERSION_CONFLICT' })
      await this.store.lockNumber(numberIndex, session)
      const duplicateDocument = await this.store.isNumberUsedByAnother(numberIndex, input.userId, session)
      const forgedDocument = await this.forgeries.has(session, reading.fields.documentNumber)
      const assessment = assess({ ...inputs, duplicateDocument, forgedDocument })
      const decision = decide(current, { type: 'submit', assessment }, at)
      if (!decision.ok) return refuseCommand(decision.error)
      const { next, events } = decision.value
      await this.store.save(next, current.version, session, {
        ...{ evidence: sealed, numberIndex },
        ...{ screenedSet: setOf(screened.lists), screenedAt: at },
      })
      await this.outbox.append(session, ...caseEvents(next, events, at))
      return ok(next)
    })
  }

  /** Loads the case and rejects early what no MRZ lines can correct. */
  private async loadOwn({ caseId, userId }: SubmitInput): Promise<Submitted> {
    const current = await this.store.load(caseId)
    if (current?.userId !== userId) return caseNotFound()
    if (!accepts(TRANSITIONS, current.state, 'submit')) return refuseCommand({ code: 'KYC_NOT_OPEN' })
    const kinds = missingUploads(current)
    return kinds.length > 0 ? refuseCommand({ code: 'UPLOADS_MISSING', kinds }) : ok(current)
  }

  /** Returns the saved profile. Before it is saved, only the name from sign-up is known. */
  private async profileOf(
    userId: string,
  ): Promise<Result<StatedProfile, ErrorOf<typeof NOT_FOUND | typeof PROFILE_REQUIRED>>> {
    const facts = await this.rpc.ask(GetSubjectFacts, { userId, lock: true })
    if (!facts.ok) return facts
    const { profileComplete, ...profile } = facts.value
    return profileComplete ? ok(profile) : refuse(PROFILE_REQUIRED, 'Save your profile first.')
  }

  /** Compares the submitted lines with those of the picture. */
  private async linesFrom(current: Case, submitted: readonly string[]): Promise<LinesFrom> {
    const stored = await this.store.openReading(current, pictureWithLines(current)?.documentId)
    if (!stored || stored.lines.length === 0) return { source: 'typed', engine: null }
    const same = submitted.map(asWritten).join() === stored.lines.join()
    return { source: same ? 'picture' : 'changed', engine: stored.engine }
  }

  private get isLocal(): boolean {
    return this.config.LOCAL_MODE === '1'
  }

  private gather(
    { mrzLines, originalName }: SubmitInput,
    { fullName, dateOfBirth, nationality }: StatedProfile,
    reading: MrzReading,
  ): Omit<Evidence, 'hits'> {
    return {
      profileName: fullName,
      profileBirthDate: dateOfBirth,
      profileNationality: nationality,
      originalName: originalName ?? null,
      mrzLines,
      reading,
    }
  }
}
