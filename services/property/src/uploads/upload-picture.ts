import { ApprovalStore } from '@hissa/approvals'
import { audited, StaffAudit } from '@hissa/audit'
import { ok, refuse, refuseFields, type Answer, type ErrorsOf, type Input, type Result } from '@hissa/contracts'
import {
  MAX_PICTURES,
  PICTURE_EXISTS,
  PICTURES_FULL,
  PROPERTY_PUBLISHED,
  UPLOAD_GONE,
  UPLOADS_BUSY,
  type UploadPicture as Contract,
} from '@hissa/contracts/property'
import { CLOCK, type Clock } from '@hissa/kernel'
import type { Caller } from '@hissa/messaging'
import { ObjectGoneError, Storage, TamperedError } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'
import { createHash, randomBytes } from 'node:crypto'
import { propertyNotFound } from '../catalogue/catalogue.controller.js'
import type { Property } from '../catalogue/property.js'
import { PropertyStore } from '../catalogue/property.store.js'
import type { StoredPicture } from '../catalogue/uploaded.js'
import { PUBLISH, publicationEvidence } from '../publications/publication.js'
import { toRecord } from '../records/record.js'
import { cleanCaption, faultsOfCaption } from './arrange.js'
import { DeletePictures } from './delete-pictures.js'
import { PreparePicture, type PreparedPicture } from './prepare-picture.js'

type Refusals = ErrorsOf<typeof Contract>
type Request = Input<typeof Contract>

const PICTURE_ID_BYTES = 16

/** Adds an uploaded picture to a draft. Nothing of a draft is public, so no event is needed. */
@Injectable()
export class UploadPicture {
  constructor(
    private readonly store: PropertyStore,
    private readonly approvals: ApprovalStore,
    private readonly storage: Storage,
    private readonly pictures: PreparePicture,
    private readonly deletes: DeletePictures,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The gateway removes the upload after a refusal. */
  async execute(request: Request, by: Caller): Promise<Answer<typeof Contract>> {
    const { propertyId, kind, idempotencyKey } = request
    const caption = cleanCaption(request.caption)
    const faults = faultsOfCaption(caption, '/caption')
    if (faults.length > 0) return refuseFields(faults)
    const key = `${by.userId}:${idempotencyKey}`
    const before = await this.store.load(propertyId)
    if (!before) return propertyNotFound(propertyId)
    const known = uploadOf(before, key)
    if (known) return this.repeat(before, known, request)
    const closed = refusalFor(before)
    if (closed) return closed
    const prepared = await this.prepare(request, by)
    if (!prepared.ok) return prepared
    const same = sameAs(before, prepared.value.sha256)
    if (same) return exists(same)
    const picture = { ...(await this.put(propertyId, prepared.value)), ...{ kind, caption, key } }
    // The files are not deleted if `add` throws: the transaction may have been committed with references to them.
    const saved = await this.add(propertyId, picture, by)
    if (!saved.ok || !saved.value.isNew) await this.deletes.execute([picture])
    return saved.ok ? ok({ property: toRecord(saved.value.property, null) }) : saved
  }

  /** Returns the property that the first call with the same key and file changed. */
  private async repeat(property: Property, known: StoredPicture, request: Request): Promise<Answer<typeof Contract>> {
    const taken = await this.take(request)
    if (!taken.ok) return taken
    const isSame = createHash('sha256').update(taken.value).digest('hex') === known.sha256
    if (!isSame) return exists(known)
    const pending = await this.approvals.pendingOf({ action: PUBLISH, subjectId: property.propertyId })
    return ok({ property: toRecord(property, pending) })
  }

  private async prepare(request: Request, by: Caller): Promise<Result<PreparedPicture, Refusals>> {
    try {
      return await this.pictures.execute(by.userId, () => this.storage.takeQuarantine(request.objectRef, request.key))
    } catch (error) {
      return goneOrThrow(error)
    }
  }

  private async take({ objectRef, key }: Request): Promise<Result<Buffer, Refusals>> {
    try {
      return ok(await this.storage.takeQuarantine(objectRef, key))
    } catch (error) {
      return goneOrThrow(error)
    }
  }

  /** Stores the files of a picture: all of them, or none if one fails. */
  private async put(propertyId: string, { files, sha256, ...size }: PreparedPicture) {
    const stored: Record<string, string> = {}
    const pictureId = randomBytes(PICTURE_ID_BYTES).toString('hex')
    try {
      for (const [name, bytes] of Object.entries(files)) stored[name] = await this.storage.put(propertyId, bytes)
    } catch (error) {
      await this.deletes.execute([{ pictureId, files: stored }])
      throw error
    }
    return { pictureId, ...size, files: stored, sha256, addedAt: this.clock.now() }
  }

  private add(propertyId: string, picture: StoredPicture, by: Caller) {
    return this.staff.run(by, async (session) => {
      const property = await this.store.load(propertyId, session)
      if (!property) return propertyNotFound(propertyId)
      // The same call arrived twice at once, and the other one was first.
      const known = uploadOf(property, picture.key)
      if (known) return known.sha256 === picture.sha256 ? audited({ property, isNew: false }, null) : exists(known)
      const closed = refusalFor(property)
      if (closed) return closed
      const same = sameAs(property, picture.sha256)
      if (same) return exists(same)
      const at = picture.addedAt
      const uploads = [...(property.uploads ?? []), picture]
      const next = { ...property, uploads, updatedAt: at, version: property.version + 1 }
      await this.store.save(next, property.version, session)
      const evidence = publicationEvidence(next)
      const expired = await this.approvals.expireChanged(session, propertyId, { evidence, at })
      // A refusal, after which the files are deleted.
      if (!expired.ok)
        return refuse(UPLOADS_BUSY, 'A colleague has decided the proposal in this moment. Please try again.')
      const { pictureId, kind, sha256 } = picture
      const detail = {
        version: next.version,
        pictureId,
        kind,
        sha256,
        expiredProposals: expired.value.map(({ id }) => id),
      }
      return audited({ property: next, isNew: true }, { action: 'property.picture.added', subject: propertyId, detail })
    })
  }
}

const uploadOf = ({ uploads = [] }: Property, key: string) => uploads.find((each) => each.key === key)
const sameAs = ({ uploads = [] }: Property, sha256: string) => uploads.find((each) => each.sha256 === sha256)

const exists = ({ pictureId }: StoredPicture) =>
  refuse(PICTURE_EXISTS, 'The property has this picture already.', { pictureId })

function refusalFor({ offering, uploads = [] }: Property) {
  if (offering) return refuse(PROPERTY_PUBLISHED, 'A published property does not change any more.')
  if (uploads.length >= MAX_PICTURES) return refuse(PICTURES_FULL, `A property has at most ${MAX_PICTURES} pictures.`)
  return undefined
}

function goneOrThrow(error: unknown) {
  if (error instanceof ObjectGoneError || error instanceof TamperedError)
    return refuse(UPLOAD_GONE, 'The upload no longer exists. Please send it again.')
  throw error
}
