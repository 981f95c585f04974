import { ApprovalStore, evidenceChanged, expireIfChanged, type Approval } from '@hissa/approvals'
import { audited, StaffAudit, type Audited, type StaffAction } from '@hissa/audit'
import {
  ok,
  refuseFields,
  type Answer,
  type ErrorOf,
  type ErrorsOf,
  type Input,
  type INVALID_FIELDS,
  type NOT_FOUND,
  type Output,
  type Result,
} from '@hissa/contracts'
import type { DecidePublication as Contract, WithdrawPublication } from '@hissa/contracts/property'
import { CLOCK, type Clock } from '@hissa/kernel'
import type { Caller } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { propertyNotFound } from '../catalogue/catalogue.controller.js'
import { currentTerms, type Property } from '../catalogue/property.js'
import { PropertyStore } from '../catalogue/property.store.js'
import { PublishOffering } from '../offerings/publish-offering.js'
import { publicationEvidence, toPublication, toTerms, type PublicationProposal } from './publication.js'
import { companyFaults } from './company-faults.js'
import { faultsOfTerms } from './terms-faults.js'

type Proposed = Approval<PublicationProposal>

/** Approves, rejects or withdraws a proposed publication. Events: those of the contracts. */
@Injectable()
export class DecidePublication {
  constructor(
    private readonly store: PropertyStore,
    private readonly approvals: ApprovalStore,
    private readonly offerings: PublishOffering,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Decides a proposal. If the record has changed, it first commits the end of the proposal and then returns the
   * refusal.
   */
  async execute(input: Input<typeof Contract>, by: Caller): Promise<Answer<typeof Contract>> {
    const decided = await this.staff.run(by, (session) => this.decideOnce(input, by, session))
    if (!decided.ok) return decided
    return decided.value ? ok(decided.value) : evidenceChanged()
  }

  withdraw({ approvalId }: Input<typeof WithdrawPublication>, by: Caller): Promise<Answer<typeof WithdrawPublication>> {
    return this.staff.run(by, async (session) => {
      const at = this.clock.now()
      const withdrawal = { by: by.userId, at }
      const withdrawn = await this.approvals.withdraw<PublicationProposal>(session, approvalId, withdrawal)
      if (!withdrawn.ok) return withdrawn
      const property = await this.propertyOf(withdrawn.value, session)
      if (!property.ok) return property
      return audited({ publication: toPublication(withdrawn.value, property.value) }, ended(withdrawn.value))
    })
  }

  /** Returns undefined if the proposal ended because its record has changed. */
  private async decideOnce(
    { approvalId, verdict, reason }: Input<typeof Contract>,
    by: Caller,
    session: ClientSession,
  ): Promise<Result<Audited<Output<typeof Contract> | undefined>, ErrorsOf<typeof Contract>>> {
    const at = this.clock.now()
    const pending = await this.approvals.load<PublicationProposal>(approvalId, session)
    if (!pending.ok) return pending
    const property = await this.propertyOf(pending.value, session)
    if (!property.ok) return property
    const evidence = publicationEvidence(property.value)
    const expired = expireIfChanged(pending.value, { evidence, at })
    if (expired !== pending.value && by.userId !== expired.maker) return this.expire(session, expired)
    const decision = { checker: by.userId, verdict, evidence, reason, at }
    const decided = await this.approvals.decide<PublicationProposal>(session, approvalId, decision)
    if (!decided.ok) return decided
    const published = verdict === 'approve' ? await this.publish(session, property.value, decided.value, at) : property
    if (!published.ok) return published
    return audited({ publication: toPublication(decided.value, published.value) }, ended(decided.value))
  }

  private async expire(session: ClientSession, expired: Proposed) {
    const saved = await this.approvals.end(session, expired)
    return saved.ok ? audited(undefined, ended(expired)) : saved
  }

  private async publish(
    session: ClientSession,
    property: Property,
    { proposal }: Proposed,
    at: Date,
  ): Promise<Result<Property, ErrorOf<typeof INVALID_FIELDS>>> {
    const terms = toTerms(proposal.terms)
    // The deadline may have passed since the proposal.
    const faults = [
      ...faultsOfTerms(terms, currentTerms(property), at),
      ...(await companyFaults(this.store, terms, property.propertyId, session)),
    ]
    if (faults.length > 0) return refuseFields(faults)
    return ok(await this.offerings.publish(session, property, terms))
  }

  private async propertyOf(
    { proposal }: Proposed,
    session: ClientSession,
  ): Promise<Result<Property, ErrorOf<typeof NOT_FOUND>>> {
    const property = await this.store.load(proposal.propertyId, session)
    return property ? ok(property) : propertyNotFound(proposal.propertyId)
  }
}

/** Returns the audit entry of a proposal that has ended. */
function ended({ id, state, maker, proposal }: Proposed): StaffAction {
  const { propertyId, offeringVersion } = proposal
  const detail = { approvalId: id, proposedBy: maker, offeringVersion }
  return { action: `publication.${state}`, subject: propertyId, detail }
}
