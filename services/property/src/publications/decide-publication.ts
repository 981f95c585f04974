import { ApprovalStore, evidenceChanged, expireIfChanged, type Approval } from '@hissa/approvals'
import { AuditLog } from '@hissa/audit'
import {
  ok,
  refuseFields,
  type Answer,
  type ErrorOf,
  type Input,
  type INVALID_FIELDS,
  type NOT_FOUND,
  type Result,
} from '@hissa/contracts'
import type { DecidePublication as Contract, WithdrawPublication } from '@hissa/contracts/property'
import { CLOCK, type Clock } from '@hissa/kernel'
import type { Caller } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { propertyNotFound } from '../catalogue/catalogue.controller.js'
import type { Property } from '../catalogue/property.js'
import { PropertyStore } from '../catalogue/property.store.js'
import { PublishOffering } from '../offerings/publish-offering.js'
import { publicationEvidence, toPublication, toTerms, type PublicationProposal } from './publication.js'
import { faultsOfTerms } from './terms-faults.js'

type Proposed = Approval<PublicationProposal>

/** Approves, rejects or withdraws a proposed publication. Events: those of the contracts. */
@Injectable()
export class DecidePublication {
  constructor(
    private readonly store: PropertyStore,
    private readonly approvals: ApprovalStore,
    private readonly offerings: PublishOffering,
    private readonly log: AuditLog,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** With a changed record the proposal ends, which is kept; the refusal follows once that is committed. */
  async execute(input: Input<typeof Contract>, by: Caller): Promise<Answer<typeof Contract>> {
    const decided = await transaction(this.connection, (session) => this.decideOnce(input, by, session))
    return decided ?? evidenceChanged()
  }

  withdraw({ approvalId }: Input<typeof WithdrawPublication>, by: Caller): Promise<Answer<typeof WithdrawPublication>> {
    return transaction(this.connection, async (session) => {
      const at = this.clock.now()
      const withdrawal = { by: by.userId, at }
      const withdrawn = await this.approvals.withdraw<PublicationProposal>(session, approvalId, withdrawal)
      if (!withdrawn.ok) return withdrawn
      const property = await this.propertyOf(withdrawn.value, session)
      if (!property.ok) return property
      await this.audit(session, withdrawn.value, by)
      return ok({ publication: toPublication(withdrawn.value, property.value) })
    })
  }

  /** Returns undefined when the proposal ended because its record has changed. */
  private async decideOnce(
    { approvalId, verdict, reason }: Input<typeof Contract>,
    by: Caller,
    session: ClientSession,
  ): Promise<Answer<typeof Contract> | undefined> {
    const at = this.clock.now()
    const pending = await this.approvals.load<PublicationProposal>(approvalId, session)
    if (!pending.ok) return pending
    const property = await this.propertyOf(pending.value, session)
    if (!property.ok) return property
    const evidence = publicationEvidence(property.value)
    const expired = expireIfChanged(pending.value, { evidence, at })
    if (expired !== pending.value && by.userId !== expired.maker) return this.expire(session, expired, by)
    const decision = { checker: by.userId, verdict, evidence, reason, at }
    const decided = await this.approvals.decide<PublicationProposal>(session, approvalId, decision)
    if (!decided.ok) return decided
    await this.audit(session, decided.value, by)
    const published = verdict === 'approve' ? await this.publish(session, property.value, decided.value, at) : property
    return published.ok ? ok({ publication: toPublication(decided.value, published.value) }) : published
  }

  private async expire(session: ClientSession, expired: Proposed, by: Caller) {
    const saved = await this.approvals.end(session, expired)
    if (!saved.ok) return saved
    await this.audit(session, expired, by)
    return undefined
  }

  private async publish(
    session: ClientSession,
    property: Property,
    { proposal }: Proposed,
    at: Date,
  ): Promise<Result<Property, ErrorOf<typeof INVALID_FIELDS>>> {
    const terms = toTerms(proposal.terms)
    // Time has passed since it was proposed.
    const faults = faultsOfTerms(terms, property.offering, at)
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

  private audit(session: ClientSession, { id, state, maker, proposal }: Proposed, by: Caller): Promise<void> {
    const { propertyId, offeringVersion } = proposal
    const detail = { approvalId: id, proposedBy: maker, offeringVersion }
    const entry = { actor: by.userId, roles: by.roles, action: `publication.${state}`, subject: propertyId, detail }
    return this.log.append(session, entry)
  }
}
