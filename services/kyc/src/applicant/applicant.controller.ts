import type { Input as InputOf, Locale, Output } from '@hissa/contracts'
import { AttachUpload, GetKycStatus, StartKyc, SubmitKyc } from '@hissa/contracts/kyc'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { AttachUploadToCase } from '../uploads/attach-upload.js'
import type { Case } from '../cases/case.js'
import { CaseStore } from '../cases/case.store.js'
import { StartCase } from '../cases/start-case.js'
import { statusOf } from '../cases/status.js'
import { SubmitCase } from '../cases/submit-case.js'

@Controller()
export class ApplicantController {
  constructor(
    private readonly starts: StartCase,
    private readonly uploads: AttachUploadToCase,
    private readonly submissions: SubmitCase,
    private readonly store: CaseStore,
  ) {}

  @Rpc(StartKyc)
  async start(
    @Input() { locale, ...input }: InputOf<typeof StartKyc>,
    @Caller() { userId }: Caller,
  ): Promise<Output<typeof StartKyc>> {
    return answer(await this.starts.start({ userId, ...input }), locale)
  }

  @Rpc(AttachUpload)
  async attach(
    @Input() { locale, ...input }: InputOf<typeof AttachUpload>,
    @Caller() { userId }: Caller,
  ): Promise<Output<typeof AttachUpload>> {
    const { current, upload, image } = await this.uploads.attach({ userId, ...input })
    const { documentId, kind } = upload
    return { documentId, kind, widthPx: image.widthPx, heightPx: image.heightPx, ...answer(current, locale) }
  }

  @Rpc(SubmitKyc)
  async submit(
    @Input() { locale, ...input }: InputOf<typeof SubmitKyc>,
    @Caller() { userId }: Caller,
  ): Promise<Output<typeof SubmitKyc>> {
    return answer(await this.submissions.submit({ userId, ...input }), locale)
  }

  @Rpc(GetKycStatus)
  async status(
    @Input() { locale }: InputOf<typeof GetKycStatus>,
    @Caller() { userId }: Caller,
  ): Promise<Output<typeof GetKycStatus>> {
    return answer(await this.store.latestOf(userId), locale)
  }
}

const answer = (current: Case | null, locale: Locale) => ({ status: statusOf(current, locale) })
