import { ApprovalStore } from '@hissa/approvals'
import { audited, StaffAudit } from '@hissa/audit'
import { refuseFields, type Answer, type Input } from '@hissa/contracts'
import type { ProposePublication as Contract } from '@hissa/contracts/property'
import { CLOCK, newId, type Clock } from '@hissa/kernel'
import type { Caller } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { propertyNotFound } from '../catalogue/catalogue.controller.js'
import { PropertyCodes } from '../catalogue/property-code.js'
import { currentTerms, type Property } from '../catalogue/property.js'
import { PropertyStore } from '../catalogue/property.store.js'
import { nextVersionOf, PUBLISH, publicationEvidence, toPublication, toTerms } from './publication.js'
import { companyFaults } from './company-faults.js'
import { faultsOfTerms } from './terms-faults.js'

/** Proposes terms for another person to approve. */
@Injectable()
export class ProposePublication {
  constructor(
    private readonly store: PropertyStore,
    private readonly approvals: ApprovalStore,
    private readonly staff: StaffAudit,
    private readonly codes: PropertyCodes,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute({ propertyId, terms, reason }: Input<typeof Contract>, by: Caller): Promise<Answer<typeof Contract>> {
    return this.staff.run(by, async (session) => {
      const property = await this.store.load(propertyId, session)
      if (!property) return propertyNotFound(propertyId)
      const at = this.clock.now()
      const faults = [
        ...faultsOfTerms(toTerms(terms), currentTerms(property), at),
        ...(await companyFaults(this.store, terms, propertyId, session)),
      ]
      if (faults.length > 0) return refuseFields(faults)
      const coded = await this.coded(property, session, at)
      const offeringVersion = nextVersionOf(property)
      const requested = await this.approvals.request(session, {
        id: newId(),
        action: PUBLISH,
        subjectId: propertyId,
        evidence: publicationEvidence(property),
        proposal: { propertyId, offeringVersion, terms },
        maker: by.userId,
        reason,
        at,
      })
      if (!requested.ok) return requested
      const approval = requested.value
      const detail = { approvalId: approval.id, offeringVersion }
      const done = { action: 'publication.proposed', subject: propertyId, detail }
      return audited({ publication: toPublication(approval, coded) }, done)
    })
  }

  /** Returns the property with its code, which staff see before they decide. The first proposal gives it one. */
  private async coded(property: Property, session: ClientSession, updatedAt: Date): Promise<Property> {
    if (property.code) return property
    const code = await this.codes.next(property.listing, session)
    const coded = { ...property, code, updatedAt, version: property.version + 1 }
    await this.store.save(coded, property.version, session)
    return coded
  }
}
