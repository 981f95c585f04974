import { AuditLog, StaffAudit } from '@hissa/audit'
import {
  ok,
  type Answer,
  type ErrorOf,
  type FORBIDDEN,
  type Input as InputOf,
  type NOT_FOUND,
  type Result,
} from '@hissa/contracts'
import {
  ClaimNextTicket,
  ClaimTicket,
  DecideTicket,
  DecideTicketProposal,
  GetTicket,
  GetTicketDocument,
  ListTickets,
  ListTicketTrail,
  PreviewTicketMessage,
  ReleaseTicket,
  RenewTicketClaim,
  TicketView,
  WithdrawTicketProposal,
  type Ticket,
} from '@hissa/contracts/kyc'
import { CLOCK, defineCursor, instant, type Clock } from '@hissa/kernel'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Storage } from '@hissa/storage'
import { Controller, Inject } from '@nestjs/common'
import * as z from 'zod/mini'
import { caseNotFound, reasonRequired, refuseCommand } from '../cases/case-errors.js'
import { CaseStore, type View } from '../cases/case.store.js'
import { holderOf, type Case } from '../cases/case.js'
import { ForgedDocuments } from '../cases/forged-documents.js'
import { KYC_CONFIG, type KycConfig } from '../config.js'
import { withAges } from '../screening/list-age.js'
import { Screener } from '../screening/sanctions-list.js'
import { LIMIT_BYTES } from '../uploads/prepare-image.js'
import { DecideProposal } from './decide-proposal.js'
import { ReviewCase } from './review-case.js'
import { previewMessage } from './preview-message.js'
import { toTicket, toTicketDetail } from './to-ticket.js'
import { toTrailEntry } from './to-trail-entry.js'

/** Position in a view: its time, rank and case. */
const POSITION = z.tuple([instant, z.int(), z.string()])
const cursorOf = (view: View) => defineCursor(`tickets.${view.search ?? view.kind}`, POSITION)

/** The most entries of a case's trail that are shown. */
const TRAIL_ROWS = 200

@Controller()
export class ReviewController {
  constructor(
    private readonly store: CaseStore,
    private readonly reviews: ReviewCase,
    private readonly proposals: DecideProposal,
    private readonly forgeries: ForgedDocuments,
    private readonly staff: StaffAudit,
    private readonly log: AuditLog,
    private readonly storage: Storage,
    private readonly screener: Screener,
    @Inject(KYC_CONFIG) private readonly config: KycConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Rpc(ListTickets)
  async list(
    @Input() { view: kind, search, limit, cursor }: InputOf<typeof ListTickets>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof ListTickets>> {
    const now = this.clock.now()
    const viewOf = (each: TicketView): View => ({ kind: each, by: by.userId, now })
    const view: View = { ...viewOf(kind), search }
    const position = cursorOf(view)
    const after = position.decode(cursor)
    if (!after.ok) return after
    const [page, ...counts] = await Promise.all([
      this.store.page(view, limit, after.value),
      ...TicketView.options.map((each) => this.store.count(viewOf(each))),
    ])
    const tickets = page.cases.map(({ current, evidence }) => toTicket(current, evidence, now))
    await this.audit(by, 'case.listed', null, {
      ...{ view: kind, caseIds: tickets.map(({ caseId }) => caseId) },
      ...(search === undefined ? {} : { search }),
    })
    const last = page.cases.at(-1)?.current
    return ok({
      tickets,
      count: tickets.length,
      counts: Object.fromEntries(TicketView.options.map((each, index) => [each, counts[index]!])) as Record<
        TicketView,
        number
      >,
      lists: withAges(this.screener.lists, { now, maxAgeDays: this.config.SANCTIONS_MAX_AGE_DAYS }),
      ...(page.more && last ? { cursor: position.encode([...this.store.positionOf(view, last)]) } : {}),
    })
  }

  @Rpc(GetTicket)
  async get(
    @Input() { caseId, revealReason }: InputOf<typeof GetTicket>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof GetTicket>> {
    const submitted = await this.loadSubmitted(caseId, by)
    if (!submitted.ok) return submitted
    const current = submitted.value
    const now = this.clock.now()
    const isAssignee = holderOf(current, now) === by.userId
    const revealed = isAssignee || revealReason !== undefined
    const reason = revealReason === undefined ? { claimed: true } : { reason: revealReason }
    await this.audit(by, revealed ? 'case.revealed' : 'case.read', current, revealed ? reason : {})
    if (revealed) await this.store.markOpened(current, by.userId)
    const [evidence, notes, toOpen] = await Promise.all([
      this.store.openEvidence(current),
      this.store.openNotes(current),
      this.store.unopenedBy(by.userId, current),
    ])
    const number = evidence?.reading.fields.documentNumber
    const options = {
      now,
      revealed,
      toOpen,
      lists: this.screener.lists,
      forged: number ? await this.forgeries.isKnown(number) : false,
    }
    return ok({ ticket: toTicketDetail(current, evidence, notes, options) })
  }

  @Rpc(ClaimTicket)
  async claim(@Input() input: InputOf<typeof ClaimTicket>, @Caller() by: Caller): Promise<Answer<typeof ClaimTicket>> {
    return this.answer(await this.reviews.claim(input, by))
  }

  @Rpc(ClaimNextTicket)
  async claimNext(@Caller() by: Caller): Promise<Answer<typeof ClaimNextTicket>> {
    const claimed = await this.reviews.claimNext(by)
    // The case was unclaimed in the same transaction, so no refusal is possible.
    if (!claimed.ok) throw new Error(`an unclaimed case was not claimed: ${claimed.error.code}`)
    return claimed.value ? this.answer(ok(claimed.value)) : ok({ ticket: null })
  }

  @Rpc(RenewTicketClaim)
  async renew(
    @Input() input: InputOf<typeof RenewTicketClaim>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof RenewTicketClaim>> {
    const renewed = await this.reviews.renew(input, by)
    return renewed.ok ? ok({ until: renewed.value.toISOString() }) : renewed
  }

  @Rpc(ReleaseTicket)
  async release(
    @Input() input: InputOf<typeof ReleaseTicket>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof ReleaseTicket>> {
    return this.answer(await this.reviews.release(input, by))
  }

  @Rpc(PreviewTicketMessage)
  preview(@Input() input: InputOf<typeof PreviewTicketMessage>): Promise<Answer<typeof PreviewTicketMessage>> {
    return Promise.resolve(ok(previewMessage(input)))
  }

  @Rpc(ListTicketTrail)
  async trail(
    @Input() { caseId }: InputOf<typeof ListTicketTrail>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof ListTicketTrail>> {
    const submitted = await this.loadSubmitted(caseId, by)
    if (!submitted.ok) return submitted
    await this.audit(by, 'case.trailRead', submitted.value, {})
    const rows = await this.log.about(submitted.value.userId, { caseId }, TRAIL_ROWS)
    return ok({ entries: rows.map(toTrailEntry) })
  }

  @Rpc(DecideTicket)
  async decide(
    @Input() input: InputOf<typeof DecideTicket>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof DecideTicket>> {
    return this.answer(await this.reviews.decide(input, by))
  }

  @Rpc(DecideTicketProposal)
  async decideProposal(
    @Input() input: InputOf<typeof DecideTicketProposal>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof DecideTicketProposal>> {
    return this.answer(await this.proposals.decide(input, by))
  }

  @Rpc(WithdrawTicketProposal)
  async withdrawProposal(
    @Input() input: InputOf<typeof WithdrawTicketProposal>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof WithdrawTicketProposal>> {
    return this.answer(await this.proposals.withdraw(input, by))
  }

  @Rpc(GetTicketDocument)
  async document(
    @Input() { caseId, documentId, revealReason: reason }: InputOf<typeof GetTicketDocument>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof GetTicketDocument>> {
    const submitted = await this.loadSubmitted(caseId, by)
    if (!submitted.ok) return submitted
    const current = submitted.value
    const upload = current.uploads.find((each) => each.documentId === documentId)
    if (!upload) return caseNotFound()
    const isAssignee = holderOf(current, this.clock.now()) === by.userId
    if (!isAssignee && reason === undefined) return reasonRequired()
    await this.audit(by, 'document.read', current, { documentId, kind: upload.kind, ...(reason && { reason }) })
    const bytes = await this.storage.get(current.userId, upload.objectRef)
    const handover = await this.storage.putQuarantine(once(bytes), { limitBytes: LIMIT_BYTES })
    await this.store.markOpened(current, by.userId, documentId)
    return ok({ ...handover, contentType: upload.contentType })
  }

  /** Loads a case that was submitted, and not by the reviewer. */
  private async loadSubmitted(
    caseId: string,
    by: Caller,
  ): Promise<Result<Case, ErrorOf<typeof NOT_FOUND | typeof FORBIDDEN>>> {
    const current = await this.store.load(caseId)
    if (!current?.submittedAt) return caseNotFound()
    return current.userId === by.userId ? refuseCommand({ code: 'OWN_CASE' }) : ok(current)
  }

  private async answer<E>(changed: Result<Case, E>): Promise<Result<{ ticket: Ticket }, E>> {
    if (!changed.ok) return changed
    const evidence = await this.store.openEvidence(changed.value)
    return ok({ ticket: toTicket(changed.value, evidence, this.clock.now()) })
  }

  // Written before data is returned, so that no read goes unrecorded.
  private audit(
    by: Caller,
    action: 'case.listed' | 'case.read' | 'case.revealed' | 'case.trailRead' | 'document.read',
    current: Case | null,
    detail: Record<string, unknown>,
  ): Promise<void> {
    const about = current ? { caseId: current.caseId } : {}
    return this.staff.record(by, { action, subject: current?.userId ?? null, detail: { ...about, ...detail } })
  }
}

async function* once(bytes: Buffer) {
  yield bytes
}
