import type { UploadKind } from '@hissa/contracts/kyc'
import { CLOCK, LOGGER, newId, problem, ProblemError, type Clock, type Logger } from '@hissa/kernel'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { ObjectGoneError, Storage, TamperedError } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'
import { decide, TRANSITIONS, type Case, type Upload } from '../cases/case.js'
import { caseNotFound, refusalProblem } from '../cases/case-problems.js'
import { CaseStore } from '../cases/case.store.js'
import { PreparePicture, type PreparedImage } from './prepare-image.js'

/**
 * Moves a picture from quarantine into the case: checked, re-encoded, stored under the subject's key. The quarantine
 * object is always removed, unless the picture was never processed. Errors: NOT_FOUND, KYC_NOT_OPEN, UPLOAD_* and
 * UPLOADS_BUSY (see `PreparePicture`; then the uploader removes the object), UPLOAD_GONE 409.
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
  }): Promise<{ current: Case; upload: Upload; image: PreparedImage }> {
    const { userId, caseId, kind } = input
    const image = await this.prepare(input)
    const objectRef = await this.storage.put(userId, image.bytes)
    const upload = {
      documentId: newId(),
      kind,
      objectRef,
      contentType: image.contentType,
      sizeBytes: image.bytes.length,
      uploadedAt: this.clock.now(),
    }
    const { current, replaced } = await this.save(caseId, upload).catch(async (error: unknown) => {
      // After any other failure the commit may have happened, and the case would point at nothing.
      if (error instanceof ProblemError) await this.storage.delete(objectRef)
      throw error
    })
    if (replaced) await this.forget(replaced)
    return { current, upload, image }
  }

  /** Reads the upload only when its turn has come, so that those that wait hold no memory. */
  private async prepare(input: { userId: string; caseId: string; objectRef: string; key: string }) {
    const { userId, caseId, objectRef, key } = input
    const refusal = await this.refusalFor(userId, caseId)
    if (!refusal) return this.pictures.execute(userId, () => this.take(objectRef, key))
    await this.take(objectRef, key)
    throw refusal
  }

  private async refusalFor(userId: string, caseId: string): Promise<ProblemError | undefined> {
    const before = await this.store.load(caseId)
    if (before?.userId !== userId) return caseNotFound()
    return TRANSITIONS[before.state].attach ? undefined : refusalProblem({ code: 'KYC_NOT_OPEN' })
  }

  /** The new picture is in place: that the old one could not be removed is no failure of the upload. */
  private async forget({ objectRef, documentId }: Upload): Promise<void> {
    await this.storage.delete(objectRef).catch((error: unknown) => {
      this.logger.error({ err: error, documentId }, 'a replaced picture could not be removed')
    })
  }

  private save(caseId: string, upload: Upload): Promise<{ current: Case; replaced: Upload | undefined }> {
    return transaction(this.connection, async (session) => {
      const current = await this.store.load(caseId, session)
      if (!current) throw caseNotFound()
      const decision = decide(current, { type: 'attach', upload }, upload.uploadedAt)
      if (!decision.ok) throw refusalProblem(decision.refusal)
      await this.store.save(decision.next, current.version, session)
      return { current: decision.next, replaced: current.uploads.find(({ kind }) => kind === upload.kind) }
    })
  }

  private async take(objectRef: string, key: string): Promise<Buffer> {
    try {
      return await this.storage.takeQuarantine(objectRef, key)
    } catch (error) {
      if (error instanceof ObjectGoneError || error instanceof TamperedError) {
        throw problem('UPLOAD_GONE', 409, 'The upload is not there any more. Please send it again.')
      }
      throw error
    }
  }
}
