import { ok, refuse, type ErrorOf, type ErrorsOf, type NOT_FOUND, type Refused, type Result } from '@hissa/contracts'
import { UPLOAD_GONE, type AttachUpload, type KYC_NOT_OPEN, type UploadKind } from '@hissa/contracts/kyc'
import { accepts, CLOCK, LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { ObjectGoneError, Storage, TamperedError } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'
import { decide, TRANSITIONS, type Case, type Upload } from '../cases/case.js'
import { caseNotFound, refuseCommand } from '../cases/case-errors.js'
import { CaseStore } from '../cases/case.store.js'
import { PreparePicture, type PreparedImage } from './prepare-image.js'

type AttachError = ErrorsOf<typeof AttachUpload>
type CaseError = ErrorOf<typeof NOT_FOUND | typeof KYC_NOT_OPEN>

/**
 * Moves a picture from quarantine to a case: checks, re-encodes and encrypts it with the subject's key. The quarantine
 * object is always deleted, unless the picture was not processed (UPLOADS_BUSY): then the uploader deletes it.
 */
@Injectable()
export class AttachUploadToCase {
  constructor(
    private readonly store: CaseStore,
    private readonly storage: Storage,
    private readonly pictures: PreparePicture,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async attach(input: {
    userId: string
    caseId: string
    kind: UploadKind
    objectRef: string
    key: string
  }): Promise<Result<{ current: Case; upload: Upload; image: PreparedImage }, AttachError>> {
    const { userId, caseId, kind } = input
    const prepared = await this.prepare(input)
    if (!prepared.ok) return prepared
    const image = prepared.value
    const objectRef = await this.storage.put(userId, image.bytes)
    const upload = {
      documentId: newId(),
      kind,
      objectRef,
      contentType: image.contentType,
      sizeBytes: image.bytes.length,
      uploadedAt: this.clock.now(),
    }
    // Not deleted if `save` throws: the transaction may have been committed with a reference to the object.
    const saved = await this.save(caseId, upload)
    if (!saved.ok) {
      await this.storage.delete(objectRef)
      return saved
    }
    const { current, replaced } = saved.value
    if (replaced) await this.deleteReplaced(replaced)
    return ok({ current, upload, image })
  }

  /** Reads the upload only when a thread is available, so that queued uploads use no memory. */
  private async prepare(input: {
    userId: string
    caseId: string
    objectRef: string
    key: string
  }): Promise<Result<PreparedImage, AttachError>> {
    const { userId, caseId, objectRef, key } = input
    const refusal = await this.refusalFor(userId, caseId)
    try {
      if (!refusal) return await this.pictures.execute(userId, () => this.storage.takeQuarantine(objectRef, key))
      await this.storage.takeQuarantine(objectRef, key)
      return refusal
    } catch (error) {
      if (error instanceof ObjectGoneError || error instanceof TamperedError) return uploadGone()
      throw error
    }
  }

  private async refusalFor(userId: string, caseId: string): Promise<Refused<CaseError> | undefined> {
    const before = await this.store.load(caseId)
    if (before?.userId !== userId) return caseNotFound()
    return accepts(TRANSITIONS, before.state, 'attach') ? undefined : refuseCommand({ code: 'KYC_NOT_OPEN' })
  }

  /** Deletes the replaced picture. A failure is only logged, because the new one is already saved. */
  private async deleteReplaced({ objectRef, documentId }: Upload): Promise<void> {
    await this.storage.delete(objectRef).catch((error: unknown) => {
      this.logger.error({ err: error, documentId }, 'failed to delete a replaced picture')
    })
  }

  private save(
    caseId: string,
    upload: Upload,
  ): Promise<Result<{ current: Case; replaced: Upload | undefined }, CaseError>> {
    return transaction(this.connection, async (session) => {
      const current = await this.store.load(caseId, session)
      if (!current) return caseNotFound()
      const decision = decide(current, { type: 'attach', upload }, upload.uploadedAt)
      if (!decision.ok) return refuseCommand(decision.error)
      const { next } = decision.value
      await this.store.save(next, current.version, session)
      return ok({ current: next, replaced: current.uploads.find(({ kind }) => kind === upload.kind) })
    })
  }
}

const uploadGone = () => refuse(UPLOAD_GONE, 'The upload no longer exists. Please send it again.')
