import { ApprovalStore, evidenceChanged, expireIfChanged, type Approval } from '@hissa/approvals'
import { audited, StaffAudit, type Actor, type Audited } from '@hissa/audit'
import { ok, type Answer, type ErrorsOf, type Input, type Result } from '@hissa/contracts'
import type {
  DecideShareAction as Contract,
  ShareDecisionView,
  WithdrawShareAction,
} from '@hissa/contracts/tokenisation'
import { CLOCK, type Clock } from '@hissa/kernel'
import type { ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Relocations } from '../relocations/relocations.api.js'
import { BeginShareAction } from './begin-share-action.js'
import { ExpireProposals } from './expire-proposals.js'
import { decisionView, evidenceFor, type Facts, type ShareProposal } from './share-action.js'
import { entryOf, withReason } from './share-audit.js'
import { ownShares, Shareholders } from './shareholders.js'

type Proposed = Approval<ShareProposal>
type Decided = Audited<ShareDecisionView | undefined>

/** Approves, rejects or withdraws a proposed action on a shareholder. An approved one begins in the same transaction. */
@Injectable()
export class DecideShareAction {
  constructor(
    private readonly shareholders: Shareholders,
    private readonly begin: BeginShareAction,
    private readonly expireProposals: ExpireProposals,
    private readonly relocations: Relocations,
    private readonly approvals: ApprovalStore,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** If what the proposal rests on has changed, its end is committed before the refusal is returned. */
  async execute(input: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    if (input.verdict === 'approve') await this.screen(input.approvalId, by)
    const decided = await this.staff.run(by, (session) => this.decide(input, by, session))
    if (!decided.ok) return decided
    return decided.value ? ok({ decision: decided.value }) : evidenceChanged()
  }

  withdraw({ approvalId }: Input<typeof WithdrawShareAction>, by: Actor): Promise<Answer<typeof WithdrawShareAction>> {
    return this.staff.run(by, async (session) => {
      const at = this.clock.now()
      const withdrawn = await this.approvals.withdraw<ShareProposal>(session, approvalId, { by: by.userId, at })
      if (!withdrawn.ok) return withdrawn
      return audited({ decision: decisionView(withdrawn.value) }, entryOf('withdrawn', withdrawn.value))
    })
  }

  /** Screens the wallet of a move before the transaction of its approval, which must not wait for another service. */
  private async screen(approvalId: string, by: Actor): Promise<void> {
    const loaded = await this.approvals.load<ShareProposal>(approvalId)
    if (!loaded.ok || loaded.value.state !== 'pending' || loaded.value.maker === by.userId) return
    const { userId, action } = loaded.value.proposal
    if (action.type !== 'move' || userId === by.userId) return
    const relocation = await this.relocations.byId(action.relocationId)
    if (relocation?.state === 'requested') await this.relocations.screen(relocation)
  }

  /** Returns undefined if the proposal has ended because what it rests on has changed. */
  private async decide(
    { approvalId, verdict, reason }: Input<typeof Contract>,
    by: Actor,
    session: ClientSession,
  ): Promise<Result<Decided, ErrorsOf<typeof Contract>>> {
    const at = this.clock.now()
    const loaded = await this.approvals.load<ShareProposal>(approvalId, session)
    if (!loaded.ok) return loaded
    const { proposal, maker } = loaded.value
    const { userId, action } = proposal
    if (userId === by.userId) return ownShares()
    const facts = await this.shareholders.factsOf(userId, session)
    if (!facts.ok) return facts
    const evidence = evidenceFor(action, facts.value)
    const expired = expireIfChanged(loaded.value, { evidence, at })
    if (expired !== loaded.value && by.userId !== maker) return this.expire(session, expired)
    const decision = { checker: by.userId, verdict, evidence, reason, at }
    const decided = withReason(await this.approvals.decide<ShareProposal>(session, approvalId, decision))
    if (!decided.ok) return decided
    if (verdict === 'reject') return audited(decisionView(decided.value), entryOf('rejected', decided.value))
    return this.carryOut(decided.value, facts.value, by, session)
  }

  private async carryOut(
    approved: Proposed,
    facts: Facts,
    by: Actor,
    session: ClientSession,
  ): Promise<Result<Decided, ErrorsOf<typeof Contract>>> {
    const possible = await this.shareholders.check(approved.proposal.action, facts, session)
    if (!possible.ok) return possible
    const begun = await this.begin.execute(approved, facts, session)
    if (!begun.ok) return begun
    const others = await this.expireProposals.execute(approved.proposal.userId, by, session)
    return others.ok ? audited(decisionView(approved), entryOf('approved', approved)) : others
  }

  private async expire(session: ClientSession, expired: Proposed) {
    const saved = await this.approvals.end(session, expired)
    return saved.ok ? audited(undefined, entryOf('expired', expired)) : saved
  }
}
