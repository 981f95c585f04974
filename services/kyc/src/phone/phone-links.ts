import { ok, refuse, type ErrorsOf, type Result } from '@hissa/contracts'
import {
  PHONE_LINK_ENDED,
  PHONE_LINK_MINUTES,
  PICTURE_NOT_MISSING,
  type AttachFromPhone,
  type CreatePhoneLink,
  type EndPhoneLink,
  type OpenPhoneLink,
  type PhoneTask,
  type UploadKind,
} from '@hissa/contracts/kyc'
import { accepts, CLOCK, type Clock } from '@hissa/kernel'
import { MONGO, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import type { Model } from 'mongoose'
import { createHash, randomBytes } from 'node:crypto'
import { TRANSITIONS, type Case } from '../cases/case.js'
import { caseNotFound, refuseCommand } from '../cases/case-errors.js'
import { CaseStore } from '../cases/case.store.js'
import { AttachUploadToCase } from '../uploads/attach-upload.js'
import { neededPictures } from './needed-pictures.js'
import { phoneLinkModel, type PhoneLinkRow } from './phone-link-rows.js'

const SECRET_BYTES = 32
const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')
// The secrets have 256 random bits, so that a fast hash without a key can't be inverted.
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

type Ended = ErrorsOf<typeof OpenPhoneLink>

/**
 * Lets a phone without a session send the missing pictures of one case. A link permits nothing else, and every
 * link that isn't valid is refused in the same way.
 */
@Injectable()
export class PhoneLinks {
  private readonly model: Model<PhoneLinkRow>

  constructor(
    private readonly cases: CaseStore,
    private readonly uploads: AttachUploadToCase,
    @Inject(MONGO) connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.model = phoneLinkModel(connection)
  }

  /** Creates the link of a case. An earlier one, and the phone that opened it, can no longer send anything. */
  async create(
    userId: string,
    caseId: string,
  ): Promise<Result<{ token: string; expiresAt: string }, ErrorsOf<typeof CreatePhoneLink>>> {
    const current = await this.cases.load(caseId)
    if (current?.userId !== userId) return caseNotFound()
    if (!isCollecting(current)) return refuseCommand({ code: 'KYC_NOT_OPEN' })
    if (neededPictures(current).length === 0) return notMissing()
    const token = newSecret()
    const expiresAt = new Date(this.clock.now().getTime() + PHONE_LINK_MINUTES * 60_000)
    const link = { tokenHash: hashOf(token), sent: [], expiresAt }
    await this.model.updateOne({ _id: caseId }, { $set: link, $unset: { keyHash: 1 } }, { upsert: true })
    return ok({ token, expiresAt: expiresAt.toISOString() })
  }

  /** Ends the link of a case. */
  async end(userId: string, caseId: string): Promise<Result<Record<string, never>, ErrorsOf<typeof EndPhoneLink>>> {
    const current = await this.cases.load(caseId)
    if (current?.userId !== userId) return caseNotFound()
    await this.model.deleteOne({ _id: caseId })
    return ok({})
  }

  /** Exchanges a token for a key: of phones that open a link at once, one succeeds. */
  async open(token: string): Promise<Result<PhoneTask & { uploadKey: string }, Ended>> {
    const uploadKey = newSecret()
    const unopened = { tokenHash: hashOf(token), expiresAt: { $gt: this.clock.now() } }
    const change = { $set: { keyHash: hashOf(uploadKey) }, $unset: { tokenHash: 1 as const } }
    const { matchedCount } = await this.model.updateOne(unopened, change)
    if (matchedCount !== 1) return ended()
    const found = await this.taskOf(uploadKey)
    return found ? ok({ ...found.task, uploadKey }) : ended()
  }

  /** Returns what a phone may still send. */
  async task(uploadKey: string): Promise<Result<PhoneTask, Ended>> {
    const found = await this.taskOf(uploadKey)
    return found ? ok(found.task) : ended()
  }

  /** Stores a missing picture. */
  async attach({
    uploadKey,
    ...upload
  }: {
    uploadKey: string
    kind: UploadKind
    objectRef: string
    key: string
  }): Promise<Result<PhoneTask, ErrorsOf<typeof AttachFromPhone>>> {
    const { kind } = upload
    const found = await this.taskOf(uploadKey)
    if (!found) return ended()
    const { caseId, userId } = found.current
    if (!found.task.kinds.includes(kind) || !(await this.reserve(uploadKey, kind))) return notMissing()
    const attached = await this.uploads.attach({ userId, caseId, ...upload }).catch(async (error: unknown) => {
      await this.release(uploadKey, kind)
      throw error
    })
    if (!attached.ok) {
      await this.release(uploadKey, kind)
      const { error } = attached
      return error.code === 'NOT_FOUND' || error.code === 'KYC_NOT_OPEN' ? ended() : { ok: false, error }
    }
    const kinds = found.task.kinds.filter((each) => each !== kind)
    if (kinds.length === 0) await this.model.deleteOne({ keyHash: hashOf(uploadKey) })
    return ok({ ...found.task, kinds })
  }

  /** Returns whether no other request of the phone sends the same picture. */
  private async reserve(uploadKey: string, kind: UploadKind): Promise<boolean> {
    const unsent = { keyHash: hashOf(uploadKey), sent: { $ne: kind } }
    return (await this.model.updateOne(unsent, { $addToSet: { sent: kind } })).matchedCount === 1
  }

  /** Lets the phone send a picture again that was not stored. */
  private async release(uploadKey: string, kind: UploadKind): Promise<void> {
    await this.model.updateOne({ keyHash: hashOf(uploadKey) }, { $pull: { sent: kind } })
  }

  private async taskOf(uploadKey: string): Promise<{ task: PhoneTask; current: Case } | null> {
    const valid = { keyHash: hashOf(uploadKey), expiresAt: { $gt: this.clock.now() } }
    const link = await this.model.findOne(valid).lean<PhoneLinkRow>()
    const current = link && (await this.cases.load(link._id))
    if (!current || !isCollecting(current)) return null
    const kinds = neededPictures(current).filter((kind) => !link.sent.includes(kind))
    return { current, task: { documentType: current.documentType, kinds, expiresAt: link.expiresAt.toISOString() } }
  }
}

const isCollecting = ({ state }: Case): boolean => accepts(TRANSITIONS, state, 'attach')
const ended = () => refuse(PHONE_LINK_ENDED, 'This link has ended. Create another on your computer.')
const notMissing = () => refuse(PICTURE_NOT_MISSING, 'The case does not lack this picture.')
