import { ApprovalStore, evidenceOf } from '@hissa/approvals'
import { audited, StaffAudit, type Audited } from '@hissa/audit'
import { ok, type ErrorOf, type ErrorsOf, type Input, type NOT_FOUND, type Result } from '@hissa/contracts'
import type { ClaimTicket, DecideTicket, ReleaseTicket, RenewTicketClaim, ReviewReason } from '@hissa/contracts/kyc'
import { CLOCK, newId, type Clock } from '@hissa/kernel'
import { Outbox, type Caller } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { findsMore, rescreened } from '../cases/assess.js'
import { decide, holderOf, withScreening, type Case, type Command, type CommandOf } from '../cases/case.js'
import { caseEvents } from '../cases/case-events.js'
import {
  caseNotFound,
  claimEnded,
  evidenceNotOpened,
  noteRequired,
  refuseCommand,
  type CommandError,
} from '../cases/case-errors.js'
import { CaseStore } from '../cases/case.store.js'
import type { Evidence } from '../cases/evidence.js'
import { ForgedDocuments } from '../cases/forged-documents.js'
import { newHits, ScreenCase, withNewHits } from '../cases/screen-case.js'
import { needsNote, needsSecondReviewer } from '../cases/second-reviewer.js'

export const ACTION = {
  approve: 'case.approved',
  reject: 'case.rejected',
  resubmit: 'case.resubmission_requested',
} as const
/** The action of all approvals of this service. At most one is pending per case. */
export const DECIDE_CASE = 'kyc.case.decide'
/** The reason in an approval's row, because the notes may contain personal data. */
export const IN_NOTES = 'See the notes of the case'

/** Returns a hash of the evidence for a decision by two reviewers. */
export const caseEvidence = ({ caseId, version, assessment, uploads }: Case, forged: boolean): string => {
  const documents = uploads.map(({ documentId }) => documentId)
  return evidenceOf({ caseId, version, assessment, documents, forged })
}

type DecideErrors = ErrorsOf<typeof DecideTicket>

/** What `apply` records in addition to the case. */
interface Trace {
  action: string
  note?: string | undefined
  detail?: Record<string, unknown>
}

/** A case that a later screening has changed, and what it found. */
export interface ScreenedAgain {
  next: Case
  /** For the audit log, without names. */
  found: { hits: { list: string; dataId: string; listDate: string | undefined }[]; reasons: ReviewReason[] }
}

/**
 * Claims and decides cases. Of two concurrent reviewers exactly one succeeds: both write the same row in a transaction,
 * and the other's retry returns the conflict. A decision that needs two reviewers becomes a proposal for the second
 * one.
 * Events: kyc.case.approved|rejected|resubmissionRequested.v1.
 */
@Injectable()
export class ReviewCase {
  constructor(
    private readonly store: CaseStore,
    private readonly approvals: ApprovalStore,
    private readonly forgeries: ForgedDocuments,
    private readonly screening: ScreenCase,
    private readonly staff: StaffAudit,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Claims a case. With a reason, takes over a case that another reviewer has claimed. */
  claim(
    { caseId, takeOverReason: reason }: Input<typeof ClaimTicket>,
    by: Caller,
  ): Promise<Result<Case, ErrorsOf<typeof ClaimTicket>>> {
    const command: CommandOf<'claim'> = {
      type: 'claim',
      by: by.userId,
      ...(reason === undefined ? {} : { takeOver: true }),
    }
    const trace = reason === undefined ? { action: 'case.claimed' } : { action: 'case.takenOver', detail: { reason } }
    return this.staff.run(by, async (session) => {
      const submitted = await this.loadSubmitted(caseId, session)
      return submitted.ok ? this.apply(submitted.value, command, by, session, trace) : submitted
    })
  }

  /**
   * Claims the first unclaimed case; null if there is none. When two reviewers race for it, the repeated
   * transaction of one of them reads the queue again and finds the next.
   */
  claimNext(by: Caller): Promise<Result<Case | null, CommandError<CommandOf<'claim'>>>> {
    const command: CommandOf<'claim'> = { type: 'claim', by: by.userId }
    return this.staff.run<Result<Audited<Case | null>, CommandError<CommandOf<'claim'>>>>(by, async (session) => {
      const current = await this.store.firstUnclaimed(by.userId, this.clock.now(), session)
      return current ? this.apply(current, command, by, session, { action: 'case.claimed' }) : audited(null, null)
    })
  }

  /** Renews a claim. Returns until when it lasts. */
  async renew(
    { caseId }: Input<typeof RenewTicketClaim>,
    by: Caller,
  ): Promise<Result<Date, ErrorsOf<typeof RenewTicketClaim>>> {
    const now = this.clock.now()
    const until = await this.store.renewClaim(caseId, by.userId, now)
    if (until) return ok(until)
    const current = await this.store.load(caseId)
    if (!current?.submittedAt) return caseNotFound()
    const holder = holderOf(current, now)
    return holder && holder !== by.userId ? refuseCommand({ code: 'ALREADY_CLAIMED', assignee: holder }) : claimEnded()
  }

  /** Gives a claim back. */
  release({ caseId }: Input<typeof ReleaseTicket>, by: Caller): Promise<Result<Case, ErrorsOf<typeof ReleaseTicket>>> {
    return this.staff.run(by, async (session) => {
      const submitted = await this.loadSubmitted(caseId, session)
      if (!submitted.ok) return submitted
      const command: CommandOf<'release'> = { type: 'release', by: by.userId }
      return this.apply(submitted.value, command, by, session, { action: 'case.released' })
    })
  }

  /**
   * Decides a case that `by` has claimed, or proposes the decision. If a screening before an approval finds more, the
   * case is changed instead and the caller must read it again.
   */
  async decide(input: Input<typeof DecideTicket>, by: Caller): Promise<Result<Case, DecideErrors>> {
    const decided = await this.staff.run(by, (session) => this.decideOnce(input, by, session))
    if (!decided.ok) return decided
    return decided.value ? ok(decided.value) : refuseCommand({ code: 'VERSION_CONFLICT' })
  }

  private async decideOnce(
    { caseId, decision, reasonCodes, note, version }: Input<typeof DecideTicket>,
    by: Caller,
    session: ClientSession,
  ): Promise<Result<Audited<Case | undefined>, DecideErrors>> {
    const submitted = await this.loadSubmitted(caseId, session)
    if (!submitted.ok) return submitted
    const current = submitted.value
    const command: CommandOf<typeof decision> = { type: decision, by: by.userId, reasonCodes, version }
    // Checked first, so that a reviewer isn't asked for a reason for a decision they may not make.
    const alone = decide(current, command, this.clock.now())
    if (!alone.ok) return refuseCommand(alone.error)
    if (decision === 'approve') {
      const unopened = await this.store.unopenedBy(by.userId, current, session)
      if (unopened) return evidenceNotOpened(unopened)
      const screened = await this.screenAgain(current, session)
      if (screened) {
        const detail = { caseId, ...screened.found }
        return audited(undefined, { action: 'case.screened', subject: current.userId, detail })
      }
    }
    const evidence = await this.store.openEvidence(current, session)
    const forged = await this.isForged(session, evidence)
    const reasons = current.assessment?.reasons ?? []
    const reopened = Boolean(current.reopenedAt)
    const context = { decision, reasonCodes, reasons, evidence, forged, reopened }
    if (needsNote(context) && note === undefined) return noteRequired()
    if (decision !== 'resubmit' && needsSecondReviewer(context)) {
      return this.propose(session, current, { decision, reasonCodes, version, note, forged }, by)
    }
    return this.execute(session, current, command, by, { action: ACTION[decision], note })
  }

  /**
   * Screens the names of a case by today's lists and rules, because both may have changed since it was submitted. Saves
   * and returns the case if that finds more, or without a usable list.
   */
  async screenAgain(current: Case, session: ClientSession): Promise<ScreenedAgain | undefined> {
    const evidence = await this.store.openEvidence(current, session)
    if (!evidence || !current.assessment) return undefined
    const screened = this.screening.screen(evidence)
    const added = newHits(evidence.hits, screened.hits)
    const hits = withNewHits(evidence.hits, added)
    const assessment = rescreened(current.assessment, { ...screened, hits })
    if (added.length === 0 && !findsMore(current.assessment, assessment)) return undefined
    const next = withScreening(current, assessment, this.clock.now())
    await this.store.save(next, current.version, session, {
      evidence: await this.store.sealEvidence(current, { ...evidence, hits }),
    })
    const listDates = new Map(screened.lists.map(({ list, date }) => [list, date]))
    const found = added.map(({ list, dataId }) => ({ list, dataId, listDate: listDates.get(list) }))
    return { next, found: { hits: found, reasons: assessment.reasons } }
  }

  private async propose(
    session: ClientSession,
    current: Case,
    {
      note,
      forged,
      ...proposal
    }: Pick<Input<typeof DecideTicket>, 'reasonCodes' | 'version' | 'note'> & {
      decision: 'approve' | 'reject'
      forged: boolean
    },
    by: Caller,
  ): Promise<Result<Audited<Case>, DecideErrors>> {
    const approvalId = newId()
    const command: CommandOf<'propose'> = { type: 'propose', approvalId, by: by.userId, ...proposal }
    const { decision, reasonCodes } = proposal
    const applied = await this.apply(current, command, by, session, {
      action: 'case.proposed',
      note,
      detail: { decision, reasonCodes },
    })
    if (!applied.ok) return applied
    const requested = await this.approvals.request(session, {
      id: approvalId,
      action: DECIDE_CASE,
      subjectId: current.caseId,
      evidence: caseEvidence(applied.value.value, forged),
      proposal: { caseId: current.caseId, decision, reasonCodes },
      maker: by.userId,
      reason: IN_NOTES,
      at: this.clock.now(),
    })
    return requested.ok ? applied : requested
  }

  /** Executes a decision, and stores the number of a document that is rejected for forgery. */
  async execute<C extends Command>(
    session: ClientSession,
    current: Case,
    command: C,
    by: Caller,
    trace: Trace,
  ): Promise<Result<Audited<Case>, CommandError<C>>> {
    const applied = await this.apply(current, command, by, session, trace)
    if (!applied.ok) return applied
    const next = applied.value.value
    if (next.state === 'rejected' && next.decisionReasons.includes('SUSPECTED_FORGERY')) {
      const number = (await this.store.openEvidence(current, session))?.reading.fields.documentNumber
      if (number) await this.forgeries.add(session, number, this.clock.now())
    }
    return applied
  }

  /** Returns whether a document with the same number was rejected for forgery. */
  async isForged(session: ClientSession, evidence: Evidence | null): Promise<boolean> {
    const number = evidence?.reading.fields.documentNumber
    return number ? this.forgeries.has(session, number) : false
  }

  /** Loads a case. Returns NOT_FOUND for a case that was never submitted, which only its applicant may see. */
  async loadSubmitted(caseId: string, session: ClientSession): Promise<Result<Case, ErrorOf<typeof NOT_FOUND>>> {
    const current = await this.store.load(caseId, session)
    return current?.submittedAt ? ok(current) : caseNotFound()
  }

  /** Applies a command, and writes the case, its events and the note. */
  async apply<C extends Command>(
    current: Case,
    command: C,
    by: Caller,
    session: ClientSession,
    trace: Trace,
  ): Promise<Result<Audited<Case>, CommandError<C>>> {
    const at = this.clock.now()
    const decision = decide(current, command, at)
    if (!decision.ok) return refuseCommand(decision.error)
    const { next, events } = decision.value
    if (next === current) return audited(current, null)
    const { action, note, detail } = trace
    await this.store.save(
      next,
      current.version,
      session,
      note ? await this.withNote(current, note, by, at, session) : {},
    )
    await this.outbox.append(session, ...caseEvents(next, events, at))
    const { caseId, userId: subject, state: fromState } = current
    const { state: toState, decisionReasons: reasonCodes, version } = next
    return audited(next, { action, subject, detail: { caseId, fromState, toState, reasonCodes, version, ...detail } })
  }

  private async withNote(current: Case, text: string, by: Caller, at: Date, session: ClientSession) {
    const notes = await this.store.openNotes(current, session)
    return { notes: await this.store.sealNotes(current, [...notes, { at: at.toISOString(), by: by.userId, text }]) }
  }
}
