import type { Approval, ApprovalStore } from '@hissa/approvals'
import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, type Input, ok } from '@hissa/contracts'
import type { ClassificationView, GetClassification, ListClassifications } from '@hissa/contracts/investment'
import { CLOCK, type Clock, defineCursor, instant } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { APPROVAL_STORE } from '../ports.js'
import { classAt, type ClassRow, ClassStore } from './class.store.js'
import { CLASSIFY, type ClassProposal, pendingView } from './proposal.js'

const CURSOR = defineCursor('classifications', z.tuple([instant, z.string()]))

/** Reads classes and proposals for compliance staff. Every read is audited. */
@Injectable()
export class ReadClasses {
  constructor(
    private readonly classes: ClassStore,
    private readonly staff: StaffAudit,
    @Inject(APPROVAL_STORE) private readonly approvals: ApprovalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async one({ userId }: Input<typeof GetClassification>, by: Actor): Promise<Answer<typeof GetClassification>> {
    await this.staff.record(by, { action: 'classification.read', subject: userId, detail: {} })
    const row = await this.classes.byId(userId)
    const pending = await this.approvals.pendingOf<ClassProposal>({ action: CLASSIFY, subjectId: userId })
    return ok({ classification: classificationView(userId, row, pending, this.clock.now()) })
  }

  async pending(
    { limit, cursor }: Input<typeof ListClassifications>,
    by: Actor,
  ): Promise<Answer<typeof ListClassifications>> {
    const after = CURSOR.decode(cursor)
    if (!after.ok) return after
    const { approvals, more } = await this.approvals.pending([CLASSIFY], { limit, after: after.value })
    const approvalIds = approvals.map(({ id }) => id)
    await this.staff.record(by, {
      action: 'classification.listed',
      subject: 'classifications',
      detail: { approvalIds },
    })
    const last = more ? approvals.at(-1) : undefined
    const classifications = approvals.map((approval) => pendingView(approval as Approval<ClassProposal>))
    const next = last ? { cursor: CURSOR.encode([last.requestedAt, last.id]) } : {}
    return ok({ classifications, count: classifications.length, ...next })
  }
}

function classificationView(
  userId: string,
  row: ClassRow | undefined,
  pending: Approval<ClassProposal> | null,
  at: Date,
): ClassificationView {
  const shared = { userId, investorClass: classAt(row, at), ...(pending ? { pending: pendingView(pending) } : {}) }
  if (!row) return { ...shared, decidedClass: 'retail', version: 0 }
  const { investorClass: decidedClass, evidence, optUp, expiresAt, decidedAt, maker, checker, version } = row
  return {
    ...{ ...shared, decidedClass, decidedAt: decidedAt.toISOString(), maker, checker, version },
    ...(evidence ? { evidence } : {}),
    ...(optUp ? { optUp } : {}),
    ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
  }
}
