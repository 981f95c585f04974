import { ok, type Answer, type Input as InputOf, type Locale, type Result } from '@hissa/contracts'
import {
  AttachUpload,
  CompareHolderName,
  GetKycStatus,
  GetOwnDetails,
  ReadDocument,
  StartKyc,
  SubmitKyc,
} from '@hissa/contracts/kyc'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller, Inject } from '@nestjs/common'
import { AttachUploadToCase } from '../uploads/attach-upload.js'
import type { Case } from '../cases/case.js'
import { dubaiDate } from '../cases/business-days.js'
import { CaseStore } from '../cases/case.store.js'
import { StartCase } from '../cases/start-case.js'
import { statusOf } from '../cases/status.js'
import { ReadDocuments } from '../reading/read-document.js'
import { compareHolder } from './compare-holder.js'
import { ownDetails } from './own-details.js'
import { SubmitCase } from '../cases/submit-case.js'

@Controller()
export class ApplicantController {
  constructor(
    private readonly starts: StartCase,
    private readonly uploads: AttachUploadToCase,
    private readonly readings: ReadDocuments,
    private readonly submissions: SubmitCase,
    private readonly store: CaseStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Rpc(StartKyc)
  async start(
    @Input() { locale, ...input }: InputOf<typeof StartKyc>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof StartKyc>> {
    return answer(await this.starts.start({ userId, ...input }), locale)
  }

  @Rpc(AttachUpload)
  async attach(
    @Input() { locale, ...input }: InputOf<typeof AttachUpload>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof AttachUpload>> {
    const attached = await this.uploads.attach({ userId, ...input })
    if (!attached.ok) return attached
    const { current, upload, image } = attached.value
    const { documentId, kind } = upload
    const { widthPx, heightPx } = image
    return ok({ documentId, kind, widthPx, heightPx, status: statusOf(current, locale) })
  }

  @Rpc(ReadDocument)
  async read(
    @Input() { caseId }: InputOf<typeof ReadDocument>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof ReadDocument>> {
    return this.readings.read(userId, caseId)
  }

  @Rpc(SubmitKyc)
  async submit(
    @Input() { locale, ...input }: InputOf<typeof SubmitKyc>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof SubmitKyc>> {
    return answer(await this.submissions.submit({ userId, ...input }), locale)
  }

  @Rpc(GetKycStatus)
  async status(
    @Input() { locale }: InputOf<typeof GetKycStatus>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof GetKycStatus>> {
    return ok({ status: statusOf(await this.store.latestOf(userId), locale) })
  }

  @Rpc(GetOwnDetails)
  async details(@Caller() { userId }: Caller): Promise<Answer<typeof GetOwnDetails>> {
    const current = await this.store.latestOf(userId)
    const evidence = current && (await this.store.openEvidence(current))
    return ok({ details: ownDetails(current, evidence, dubaiDate(this.clock.now())) })
  }

  @Rpc(CompareHolderName)
  async compareHolder(
    @Input() { userId, holderName }: InputOf<typeof CompareHolderName>,
  ): Promise<Answer<typeof CompareHolderName>> {
    const current = await this.store.latestOf(userId)
    const evidence = current?.state === 'approved' ? await this.store.openEvidence(current) : null
    return ok({ result: compareHolder(holderName, evidence) })
  }
}

const answer = <E>(changed: Result<Case, E>, locale: Locale) =>
  changed.ok ? ok({ status: statusOf(changed.value, locale) }) : changed
