import { ApprovalStore } from '@hissa/approvals'
import { audited, StaffAudit } from '@hissa/audit'
import { ok, refuse, refuseFields, type Answer, type Input } from '@hissa/contracts'
import {
  PROPERTY_PUBLISHED,
  PROPERTY_VERSION_CONFLICT,
  type ChangePictures as Contract,
} from '@hissa/contracts/property'
import { CLOCK, type Clock } from '@hissa/kernel'
import type { Caller } from '@hissa/messaging'
import { Inject, Injectable } from '@nestjs/common'
import { propertyNotFound } from '../catalogue/catalogue.controller.js'
import { PropertyStore } from '../catalogue/property.store.js'
import type { StoredPicture } from '../catalogue/uploaded.js'
import { PUBLISH, publicationEvidence } from '../publications/publication.js'
import { toRecord } from '../records/record.js'
import { arrange } from './arrange.js'
import { DeletePictures } from './delete-pictures.js'

/** Changes kinds, captions and order of a draft's uploaded pictures, and removes some. */
@Injectable()
export class ChangePictures {
  constructor(
    private readonly store: PropertyStore,
    private readonly approvals: ApprovalStore,
    private readonly deletes: DeletePictures,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(input: Input<typeof Contract>, by: Caller): Promise<Answer<typeof Contract>> {
    const saved = await this.save(input, by)
    if (!saved.ok) return saved
    const { property, removed } = saved.value
    await this.deletes.execute(removed)
    return ok({ property })
  }

  private save({ propertyId, version, pictures }: Input<typeof Contract>, by: Caller) {
    return this.staff.run(by, async (session) => {
      const property = await this.store.load(propertyId, session)
      if (!property) return propertyNotFound(propertyId)
      if (property.offering) return refuse(PROPERTY_PUBLISHED, 'A published property does not change any more.')
      const conflict = () =>
        refuse(PROPERTY_VERSION_CONFLICT, 'The property has been saved since it was read. Read it again.', {
          version: property.version,
        })
      if (property.version !== version) return conflict()
      const arranged = arrange(property.uploads ?? [], pictures)
      if (!arranged.ok) return refuseFields(arranged.faults)
      const { uploads, removed, isChanged } = arranged
      if (!isChanged) {
        const pending = await this.approvals.pendingOf({ action: PUBLISH, subjectId: propertyId }, session)
        return audited({ property: toRecord(property, pending), removed: [] as StoredPicture[] }, null)
      }
      const at = this.clock.now()
      const next = { ...property, uploads, updatedAt: at, version: property.version + 1 }
      await this.store.save(next, property.version, session)
      const expired = await this.approvals.expireChanged(session, propertyId, {
        evidence: publicationEvidence(next),
        at,
      })
      // A colleague has decided the proposal in this moment.
      if (!expired.ok) return conflict()
      const detail = {
        version: next.version,
        order: uploads.map(({ pictureId }) => pictureId),
        removed: removed.map(({ pictureId, sha256 }) => ({ pictureId, sha256 })),
        expiredProposals: expired.value.map(({ id }) => id),
      }
      return audited(
        { property: toRecord(next, null), removed },
        { action: 'property.pictures.changed', subject: propertyId, detail },
      )
    })
  }
}
