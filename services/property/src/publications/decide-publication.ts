import { ApprovalStore, evidenceChanged, expireIfChanged, type Approval } from '@hissa/approvals'
import { AuditLog } from '@hissa/audit'
import type { Input } from '@hissa/contracts'
import type { DecidePublication as Contract, Publication, WithdrawPublication } from '@hissa/contracts/property'
import { CLOCK, validationProblem, type Clock } from '@hissa/kernel'
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

/** Approves, rejects or withdraws a proposed publication. Errors and events: those of the contracts. */
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

  /** With a changed record the proposal ends, which is kept, and then says so. */
  async execute(input: Input<typeof Contract>, by: Caller): Promise<Publication> {
    const decided = await transaction(this.connection, (session) => this.decideOnce(input, by, session))
    if (!decided) throw evidenceChanged()
    return decided
  }

  withdraw({ approvalId }: Input<typeof WithdrawPublication>, by: Caller): Promise<Publication> {
    return transaction(this.connection, async (session) => {
      const at = this.clock.now()
      const withdrawn = (await this.approvals.withdraw(session, approvalId, { by: by.userId, at })) as Proposed
      await this.audit(session, withdrawn, by)
      return toPublication(withdrawn, await this.propertyOf(withdrawn, session))
    })
  }

  private async decideOnce(
    { approvalId, verdict, reason }: Input<typeof Contract>,
    by: Caller,
    session: ClientSession,
  ): Promise<Publication | null> {
    const at = this.clock.now()
    const pending = await this.approvals.load<PublicationProposal>(approvalId, session)
    const property = await this.propertyOf(pending, session)
    const evidence = publicationEvidence(property)
    const expired = expireIfChanged(pending, { evidence, at })
    if (expired !== pending && by.userId !== pending.maker) {
      await this.approvals.save(session, expired)
      await this.audit(session, expired, by)
      return null
    }
    const decision = { checker: by.userId, verdict, evidence, reason, at }
    const decided = await this.approvals.decide<PublicationProposal>(session, approvalId, decision)
    await this.audit(session, decided, by)
    const published = verdict === 'approve' ? await this.publish(session, property, decided, at) : property
    return toPublication(decided, published)
  }

  private publish(session: ClientSession, property: Property, { proposal }: Proposed, at: Date): Promise<Property> {
    const terms = toTerms(proposal.terms)
    // Time has passed since it was proposed.
    const faults = faultsOfTerms(terms, property.offering, at)
    if (faults.length > 0) throw validationProblem(faults, 422)
    return this.offerings.publish(session, property, terms)
  }

  private async propertyOf({ proposal }: Proposed, session: ClientSession): Promise<Property> {
    const property = await this.store.load(proposal.propertyId, session)
    if (!property) throw propertyNotFound(proposal.propertyId)
    return property
  }

  private audit(session: ClientSession, { id, state, maker, proposal }: Proposed, by: Caller): Promise<void> {
    const { propertyId, offeringVersion } = proposal
    const detail = { approvalId: id, proposedBy: maker, offeringVersion }
    const entry = { actor: by.userId, roles: by.roles, action: `publication.${state}`, subject: propertyId, detail }
    return this.log.append(session, entry)
  }
}
