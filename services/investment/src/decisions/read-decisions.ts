import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, type Input, ok, type Result, type ErrorOf, type VALIDATION_FAILED } from '@hissa/contracts'
import type { DecisionRecord, ListDecisions as Contract } from '@hissa/contracts/investment'
import { defineCursor, instant } from '@hissa/kernel'
import { Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { QuizStore } from '../appropriateness/appropriateness.api.js'
import { type Order, OrderStore } from '../orders/orders.api.js'
import { DenialStore, investorText, type RuleDecision, staffText } from '../rules/rules.api.js'

/** Quizzes that are shown with an investor's decisions. */
const MOST_QUIZZES = 20
/** Where both lists continue: the last order, and the last denial. */
const CURSOR = defineCursor('decisions', z.tuple([z.nullable(z.string()), z.nullable(z.tuple([instant, z.string()]))]))
type Position = [orderId: string | null, denial: [Date, string] | null]

/** Reads the stored decisions of the rules for staff, with their meaning in words. Every read is audited. */
@Injectable()
export class ReadDecisions {
  constructor(
    private readonly orders: OrderStore,
    private readonly denials: DenialStore,
    private readonly quizzes: QuizStore,
    private readonly staff: StaffAudit,
  ) {}

  async run(input: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    const { orderId, userId } = input
    const subject = orderId ?? userId!
    await this.staff.record(by, { action: 'decisions.read', subject, detail: {} })
    return orderId === undefined ? this.ofUser(userId!, input) : this.ofOrder(orderId)
  }

  private async ofOrder(orderId: string): Promise<Answer<typeof Contract>> {
    const order = await this.orders.byId(orderId)
    return ok({ records: order ? [orderRecord(order)] : [], count: order ? 1 : 0 })
  }

  /** Merges an investor's orders and denials by time. */
  private async ofUser(
    userId: string,
    { limit, cursor }: Pick<Input<typeof Contract>, 'limit' | 'cursor'>,
  ): Promise<Answer<typeof Contract>> {
    const decoded: Result<Position | undefined, ErrorOf<typeof VALIDATION_FAILED>> = CURSOR.decode(cursor)
    if (!decoded.ok) return decoded
    const [before, after] = decoded.value ?? [null, null]
    const [orders, denials, quizzes] = await Promise.all([
      this.orders.ofUser(userId, { limit: limit + 1, ...(before === null ? {} : { before }) }),
      this.denials.ofUser(userId, limit + 1, after ?? undefined),
      cursor === undefined ? this.quizzes.ofUser(userId, MOST_QUIZZES) : undefined,
    ])
    const merged = [...orders.map(orderRecord), ...denials.map(denialRecord)]
      .sort((a, b) => b.at.localeCompare(a.at))
      .slice(0, limit)
    const last = (kind: DecisionRecord['kind']) => merged.findLast((record) => record.kind === kind)
    const denied = last('denial')
    const next: Position = [last('order')?.recordId ?? before, denied ? [new Date(denied.at), denied.recordId] : after]
    const isLast = orders.length + denials.length <= limit
    return ok({
      ...{ records: merged, count: merged.length },
      ...(isLast ? {} : { cursor: CURSOR.encode(next) }),
      ...(quizzes && { quizzes }),
    })
  }
}

function orderRecord({ _id, userId, propertyId, createdAt, decisions }: Order): DecisionRecord {
  const at = createdAt.toISOString()
  return { recordId: _id, kind: 'order', userId, propertyId, orderId: _id, at, decisions: decisions.map(view) }
}

type Denial = Awaited<ReturnType<DenialStore['ofUser']>>[number]

function denialRecord({ _id, userId, propertyId, at, decisions }: Denial): DecisionRecord {
  return { recordId: _id, kind: 'denial', userId, propertyId, at: at.toISOString(), decisions: decisions.map(view) }
}

function view(decision: RuleDecision): DecisionRecord['decisions'][number] {
  const { rule, version, allowed, inputs } = decision
  const text = { en: investorText(decision, 'en'), ar: investorText(decision, 'ar') }
  return { rule, version, allowed, inputs: { ...inputs }, explanation: staffText(decision), investorText: text }
}
