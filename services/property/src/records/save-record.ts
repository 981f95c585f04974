import { ApprovalStore } from '@hissa/approvals'
import { audited, StaffAudit } from '@hissa/audit'
import { refuse, refuseFields, type Answer, type Input } from '@hissa/contracts'
import {
  PROPERTY_EXISTS,
  PROPERTY_PUBLISHED,
  PROPERTY_VERSION_CONFLICT,
  type ChangeProperty,
  type CreateProperty,
  type PropertyDetails,
} from '@hissa/contracts/property'
import { CLOCK, type Clock } from '@hissa/kernel'
import type { Caller } from '@hissa/messaging'
import { isDuplicateKey, type ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { propertyNotFound } from '../catalogue/catalogue.controller.js'
import { draftProperty, drawingOf, draftSlugOf, type Property } from '../catalogue/property.js'
import { PropertyStore } from '../catalogue/property.store.js'
import { PUBLISH, publicationEvidence } from '../publications/publication.js'
import { changedDetails, cleanDetails, detailsOf, faultsOfDetails, listingOf, textsOf } from './details.js'
import { toRecord } from './record.js'

/** The source of the properties that staff add; the number of each is its author and the author's key. */
const SOURCE = 'staff'

/** Adds drafts and changes them. Nothing of a draft is public, so no event is needed. */
@Injectable()
export class SaveRecord {
  constructor(
    private readonly store: PropertyStore,
    private readonly approvals: ApprovalStore,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async create(input: Input<typeof CreateProperty>, by: Caller): Promise<Answer<typeof CreateProperty>> {
    try {
      return await this.createOnce(input, by)
    } catch (error) {
      // The same call arrived twice at once, and the other one was first.
      if (!isDuplicateKey(error)) throw error
      return this.createOnce(input, by)
    }
  }

  private createOnce(
    { details: stated, idempotencyKey }: Input<typeof CreateProperty>,
    by: Caller,
  ): Promise<Answer<typeof CreateProperty>> {
    return this.staff.run(by, async (session) => {
      const details = cleanDetails(stated)
      const faults = faultsOfDetails(details)
      if (faults.length > 0) return refuseFields(faults)
      const sourceId = `${by.userId}:${idempotencyKey}`
      const [known] = await this.store.bySource(SOURCE, [sourceId], session)
      if (known) {
        const { propertyId } = known
        if (changedDetails(detailsOf(known), details).length > 0)
          return refuse(PROPERTY_EXISTS, 'This property has already been added.', { propertyId })
        return audited({ property: toRecord(known, await this.pendingOf(propertyId, session)) }, null)
      }
      const listing = listingOf(details, { sourceId, listedOn: null, availability: null })
      const at = this.clock.now()
      const property = draftProperty(SOURCE, listing, textsOf(listing, details), { sampleData: false, at })
      await this.store.add(property, session)
      const done = { action: 'property.created', subject: property.propertyId, detail: { version: property.version } }
      return audited({ property: toRecord(property, null) }, done)
    })
  }

  change(
    { propertyId, version, details: stated }: Input<typeof ChangeProperty>,
    by: Caller,
  ): Promise<Answer<typeof ChangeProperty>> {
    return this.staff.run(by, async (session) => {
      const property = await this.store.load(propertyId, session)
      if (!property) return propertyNotFound(propertyId)
      if (property.offering) return refuse(PROPERTY_PUBLISHED, 'A published property does not change any more.')
      const conflict = () =>
        refuse(PROPERTY_VERSION_CONFLICT, 'The property has been saved since it was read. Read it again.', {
          version: property.version,
        })
      if (property.version !== version) return conflict()
      const details = cleanDetails(stated)
      const faults = faultsOfDetails(details)
      if (faults.length > 0) return refuseFields(faults)
      const fields = changedDetails(detailsOf(property), details)
      if (fields.length === 0)
        return audited({ property: toRecord(property, await this.pendingOf(propertyId, session)) }, null)
      const at = this.clock.now()
      const next = changed(property, details, at)
      await this.store.save(next, property.version, session)
      const evidence = publicationEvidence(next)
      const expired = await this.approvals.expireChanged(session, propertyId, { evidence, at })
      // A colleague has decided the proposal in this moment.
      if (!expired.ok) return conflict()
      const detail = { version: next.version, fields, expiredProposals: expired.value.map(({ id }) => id) }
      return audited({ property: toRecord(next, null) }, { action: 'property.changed', subject: propertyId, detail })
    })
  }

  private pendingOf(subjectId: string, session: ClientSession) {
    return this.approvals.pendingOf({ action: PUBLISH, subjectId }, session)
  }
}

/** Returns a draft with other details. Its address follows the title until it is published. */
function changed(property: Property, details: PropertyDetails, at: Date): Property {
  const listing = listingOf(details, property.listing)
  const texts = textsOf(listing, details)
  return {
    ...property,
    ...{ listing, texts, slug: draftSlugOf(texts.en.title, property.propertyId) },
    drawing: drawingOf(property.propertyId, listing.propertyType),
    updatedAt: at,
    version: property.version + 1,
  }
}
