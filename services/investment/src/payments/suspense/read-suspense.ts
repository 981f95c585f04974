import { StaffAudit, type Actor } from '@hissa/audit'
import type { ApprovalStore } from '@hissa/approvals'
import { type Answer, type Input, ok } from '@hissa/contracts'
import {
  type ListRejectedWork,
  type ListSuspense,
  orderReference,
  type PendingResolution,
  type RejectedOrderView,
  type SuspenseItemView,
} from '@hissa/contracts/investment'
import { defineCursor, instant, pageOf } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import type { RejectedWork } from '../../due/due.js'
import { ListDifferences } from '../../differences/differences.api.js'
import { type Order, OrderStore } from '../../orders/orders.api.js'
import { IDS, type Ids } from '../../ports.js'
import { CarryOut } from './carry-out.js'
import { actionsOf, type ActionType } from './possible-actions.js'
import { ConflictsOfInterest } from './conflicts-of-interest.js'
import { APPROVAL_STORE, pendingView, RESOLVE, type ResolutionProposal, type Subject, subjectId } from './resolution.js'
import type { SuspenseItem } from './suspense.js'
import { SuspenseStore } from './suspense.store.js'

const POSITION = z.tuple([instant, z.string()])
/** Pages a view of suspense by its opening time. */
const suspenseCursor = (view: Input<typeof ListSuspense>['view']) => defineCursor(`suspense.${view}`, POSITION)
/** Pages rejected work by its rejection time. */
const REJECTED_CURSOR = defineCursor('rejected-work', POSITION)

/** Reads the lists for finance. Every read writes an audit row, because payments and refunds are personal. */
@Injectable()
export class ReadSuspense {
  constructor(
    private readonly ledger: Committer,
    private readonly items: SuspenseStore,
    private readonly orders: OrderStore,
    private readonly differences: ListDifferences,
    private readonly carryOut: CarryOut,
    private readonly conflicts: ConflictsOfInterest,
    private readonly staff: StaffAudit,
    @Inject(APPROVAL_STORE) private readonly approvals: ApprovalStore,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async list({ view, limit, cursor }: Input<typeof ListSuspense>, by: Actor): Promise<Answer<typeof ListSuspense>> {
    const position = suspenseCursor(view)
    const after = position.decode(cursor)
    if (!after.ok) return after
    const rows = await this.items.list(view, limit + 1, after.value)
    const { page, next } = pageOf(rows, limit, ({ openedAt, _id }) => position.encode([openedAt, _id]))
    await this.audited('suspense.listed', by, { view, itemIds: page.map(({ _id }) => _id) })
    const items = await Promise.all(page.map((row) => this.item(row, by)))
    const state = view === 'resolved' ? 'resolved' : 'open'
    const first = after.value ? {} : { differences: await this.differences.run(state) }
    return ok({ items, count: items.length, ...next, ...first })
  }

  async rejected(
    { limit, cursor }: Input<typeof ListRejectedWork>,
    by: Actor,
  ): Promise<Answer<typeof ListRejectedWork>> {
    const after = REJECTED_CURSOR.decode(cursor)
    if (!after.ok) return after
    const rows = await this.orders.rejected(limit + 1, after.value)
    const { page, next } = pageOf(rows, limit, ({ rejected, _id }) => REJECTED_CURSOR.encode([rejected!.at, _id]))
    await this.audited('work.listed', by, { orderIds: page.map(({ _id }) => _id) })
    const orders = await Promise.all(
      page.map(async (row) =>
        orderView(row, await this.pending({ kind: 'order', id: row._id }), row.userId === by.userId),
      ),
    )
    return ok({ orders, count: orders.length, ...next })
  }

  /** Returns an item as a member of staff sees it. The caller writes the audit row. */
  async item(row: SuspenseItem, { userId }: Actor): Promise<SuspenseItemView> {
    // A proposal that another resolution overtook can no longer be decided.
    if (row.state === 'resolved') return itemView(row, [], undefined)
    const pending = await this.pending({ kind: 'suspense', id: row._id })
    if ((await this.conflicts.investorsOf(row)).includes(userId)) return { ...itemView(row, [], pending), own: true }
    return itemView(row, pending ? [] : actionsOf(row, await this.carryOut.nettingOf(row)), pending)
  }

  private async pending(subject: Subject): Promise<PendingResolution | undefined> {
    const of = { action: RESOLVE, subjectId: subjectId(subject) }
    const approval = await this.approvals.pendingOf<ResolutionProposal>(of)
    return approval ? pendingView(approval) : undefined
  }

  private async audited(action: string, by: Actor, detail: Record<string, unknown>): Promise<void> {
    const id = this.ids.next()
    const saves = [this.staff.save(by, { action, subject: null, detail })]
    const outcome = await this.ledger.commit({ key: `audit:${id}`, inputHash: id, transfers: [], saves, events: [] })
    if (!outcome.ok) throw new Error(`the audit row was not written: ${outcome.reason}`)
  }
}

const rejectedView = ({ code, tries, at }: RejectedWork) => ({ code, tries, at: at.toISOString() })

function itemView(item: SuspenseItem, actions: ActionType[], pending: PendingResolution | undefined): SuspenseItemView {
  const { _id: itemId, kind, direction, state, amount: amountMinor, currency, orderId, paymentId, version } = item
  const { dispute, resolution, rejected } = item
  return {
    ...{ itemId, kind, direction, state, amountMinor, currency, version, actions },
    openedAt: item.openedAt.toISOString(),
    ...(orderId ? { orderId, reference: orderReference(orderId) } : {}),
    ...(paymentId ? { paymentId } : {}),
    ...(dispute ? { dispute } : {}),
    ...(item.evidenceDueAt ? { evidenceDueAt: item.evidenceDueAt.toISOString() } : {}),
    ...(resolution ? { resolution: { ...resolution, at: resolution.at.toISOString() } } : {}),
    ...(rejected ? { rejected: rejectedView(rejected) } : {}),
    ...(pending ? { pending } : {}),
  }
}

function orderView(order: Order, pending: PendingResolution | undefined, own: boolean): RejectedOrderView {
  const { _id: orderId, userId, propertyId, slug, title, state, totalFils, version } = order
  const rejected = order.rejected!
  return {
    ...{ orderId, reference: orderReference(orderId), userId, state, totalFils, version },
    property: { propertyId, slug, title },
    work: rejected.kind,
    rejected: rejectedView(rejected),
    ...(pending ? { pending } : {}),
    ...(own ? { own } : {}),
  }
}
