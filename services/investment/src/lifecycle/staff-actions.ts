import { ok, refuse, type Result } from '@hissa/contracts'
import { type ResolutionAction, type ResolutionRefusal, WORK_NOT_REJECTED } from '@hissa/contracts/investment'
import { CLOCK, legalOrThrow, type Clock } from '@hissa/kernel'
import { type Change, Committer } from '@hissa/ledger'
import type { Fils } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { dueFrom } from '../due/due.js'
import { HoldingStore, takeFeeFromHolding } from '../holdings/holdings.api.js'
import { decide, isDisputed, noOrder, type Order, orderChange, OrderStore } from '../orders/orders.api.js'
import {
  beginFeeRefund,
  type Moment,
  notPossible,
  type ResolutionError,
  type Subject,
  type SubjectActions,
} from '../payments/payments.api.js'
import { IDS, type Ids } from '../ports.js'
import {
  coolingOffEnd,
  isOpen,
  minimumUnitsOf,
  newestDeed,
  noProperty,
  type Raise,
  raiseCommand,
  type RaiseCommand,
  RAISES,
  RaiseStore,
  readCounts,
} from '../raises/raises.api.js'
import { dubaiDay } from '../rules/rules.api.js'
import { TransferShares } from '../transfers/transfers.api.js'
import { CancelOrder } from './cancel-order.js'
import { type OrdersWork, WORK_STATE } from './orders-of-raise.js'

/** The longest extension of a raise, counted from its current deadline. */
export const LONGEST_EXTENSION_DAYS = 90
const DAY_MS = 86_400_000

type ActionType = ResolutionAction['type']

const whyNotChange = (order: Order): ResolutionRefusal | undefined => {
  if (order.state !== 'paid' && order.state !== 'cooling_off') return 'order_state'
  return isDisputed(order) ? 'dispute_open' : undefined
}

/** Carries out what two finance people decide about raises, paid orders and holdings. */
@Injectable()
export class StaffActions implements SubjectActions {
  constructor(
    private readonly ledger: Committer,
    private readonly raises: RaiseStore,
    private readonly orders: OrderStore,
    private readonly holdings: HoldingStore,
    private readonly cancel: CancelOrder,
    private readonly transfers: TransferShares,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  handles({ kind }: Subject, { type }: ResolutionAction): boolean {
    if (kind === 'raise' || kind === 'holding') return true
    return kind === 'order' && (type === 'cancel' || type === 'refund_fee')
  }

  async evidence(
    { kind, id }: Subject,
    action: ResolutionAction,
  ): Promise<Result<Record<string, unknown>, ResolutionError>> {
    if (kind === 'order') {
      const order = await this.changeable(id, action)
      return order.ok ? ok({ action, order: order.value._id, version: order.value.version }) : order
    }
    if (kind === 'holding') return this.transfers.evidence(id, action)
    const found = await this.possible(id, action, this.clock.now())
    if (!found.ok) return found
    const { raise } = found.value
    return ok({ action, raise: raise._id, state: raise.state, phase: raise.phase ?? 0, deadline: raise.deadline })
  }

  async obstacle({ kind }: Subject, action: ResolutionAction): Promise<ResolutionRefusal | undefined> {
    return kind === 'holding' ? this.transfers.obstacle(action) : undefined
  }

  async change(
    { kind, id }: Subject,
    action: ResolutionAction,
    { key, at }: Moment,
  ): Promise<Result<Change, ResolutionError>> {
    if (kind === 'order') {
      const order = await this.changeable(id, action)
      if (!order.ok) return order
      if (action.type === 'refund_fee') return ok(await this.refundFee(order.value, action.amountFils, { key, at }))
      const raise = (await this.raises.byId(order.value.propertyId))!
      return ok(await this.cancel.change(order.value, raise, 'cancelled_by_staff', { key, at }))
    }
    if (kind === 'holding') return this.transfers.change(id, action, { key, at })
    const found = await this.possible(id, action, at)
    if (!found.ok) return found
    const { raise, command } = found.value
    const part = raiseCommand(raise, this.ids, () => command)
    return ok({ key, inputHash: action.type, transfers: [], saves: [], events: [], ...part })
  }

  async retryRaise(propertyId: string): ReturnType<SubjectActions['retryRaise']> {
    const raise = await this.raises.byId(propertyId)
    if (!raise) return noProperty()
    if (!raise.rejected) return refuse(WORK_NOT_REJECTED, 'This no longer needs a retry.')
    const kind = raise.rejected.kind as OrdersWork
    // Work of an earlier state of the raise is over, and must not replace what is due now.
    const isOver = WORK_STATE[kind] !== raise.state || raise.due?.kind === 'reopen'
    // New runs, so that what follows the work also reaches the orders that it had not.
    const set = isOver ? {} : { due: dueFrom(kind, this.clock.now()), retries: (raise.retries ?? 0) + 1 }
    const saves = [{ collection: RAISES, id: raise._id, version: raise.version, set, unset: ['rejected'] }]
    const key = `raise:${propertyId}:${raise.version}:retry`
    return ok({ key, inputHash: this.ids.next(), transfers: [], saves, events: [] })
  }

  /** Returns the actions that may be proposed for an order now, besides those of its rejected work. */
  actionsOfOrder(order: Order): ActionType[] {
    if (whyNotChange(order)) return []
    return order.feeFils > 0 && !order.paidFrom ? ['cancel', 'refund_fee'] : ['cancel']
  }

  /** Returns the actions that may be proposed for a raise now. */
  async actionsOfRaise(raise: Raise): Promise<ActionType[]> {
    const at = this.clock.now()
    const later = new Date(raise.deadline.getTime() + DAY_MS).toISOString()
    const deed = { number: '', issuedOn: dubaiDay(at), documentSha256: '' }
    const actions: ResolutionAction[] = [
      ...([
        { type: 'close' },
        { type: 'extend', deadline: later },
        { type: 'file_deed', ...deed },
        { type: 'fail' },
      ] as const),
    ]
    const commands = await Promise.all(actions.map((action) => this.commandOf(raise, action, at)))
    return actions.flatMap(({ type }, index) => (commands[index]!.ok ? [type] : []))
  }

  /** Returns a paid order that staff may change: not disputed, and not allotted. */
  private async changeable(orderId: string, action: ResolutionAction): Promise<Result<Order, ResolutionError>> {
    const order = await this.orders.byId(orderId)
    if (!order) return noOrder()
    const why = whyNotChange(order)
    if (why) return notPossible(why)
    if (action.type !== 'refund_fee') return ok(order)
    // A part of a fee is refunded to a card only.
    if (order.paidFrom) return notPossible('action')
    return action.amountFils > 0 && action.amountFils <= order.feeFils ? ok(order) : notPossible('amount')
  }

  /** Moves a part of the fee to suspense and begins its refund to the card. */
  private async refundFee(order: Order, amountFils: Fils, { key, at }: Moment): Promise<Change> {
    const step = legalOrThrow(decide(order, { type: 'refundFee', amountFils }, at))
    const holding = (await this.holdings.of(order.userId, order.propertyId))!
    const begun = beginFeeRefund(order, amountFils, { key, at, index: step.transfers.length })
    const all = { ...step, transfers: [...step.transfers, ...begun.transfers] }
    const saves = [...begun.saves, takeFeeFromHolding(holding, amountFils)]
    const stated = { feeRefundFils: amountFils }
    return orderChange({ key, inputHash: order._id, order, step: all, stated, saves, at }, this.ids)
  }

  private async possible(
    propertyId: string,
    action: ResolutionAction,
    at: Date,
  ): Promise<Result<{ raise: Raise; command: RaiseCommand }, ResolutionError>> {
    const raise = await this.raises.byId(propertyId)
    if (!raise) return noProperty()
    const command = await this.commandOf(raise, action, at)
    if (!command.ok) return command
    // Maker and checker have seen the newest version, and no other can be filed.
    const isStored = action.type !== 'file_deed' || newestDeed(raise)?.sha256 === action.documentSha256
    return isStored ? ok({ raise, command: command.value }) : notPossible('document')
  }

  private async commandOf(
    raise: Raise,
    action: ResolutionAction,
    at: Date,
  ): Promise<Result<RaiseCommand, ResolutionError>> {
    switch (action.type) {
      case 'close': {
        if (!isOpen(raise, at)) return notPossible('raise_state')
        const { unitsPaid } = await readCounts(this.ledger, raise)
        return unitsPaid < minimumUnitsOf(raise) ? notPossible('below_minimum') : ok({ type: 'beginClosing' })
      }
      case 'extend': {
        const deadline = new Date(action.deadline)
        if (!isOpen(raise, at)) return notPossible('raise_state')
        const latest = raise.deadline.getTime() + LONGEST_EXTENSION_DAYS * DAY_MS
        if (deadline <= raise.deadline || deadline.getTime() > latest) return notPossible('deadline')
        return ok({ type: 'extend', deadline })
      }
      case 'fail':
        // Once the deed is filed, the company holds the title that the money has paid for.
        if (raise.state !== 'active' && !(raise.state === 'funded' && !raise.deed)) return notPossible('raise_state')
        return ok({ type: 'fail', failure: 'ended_by_staff' })
      case 'file_deed': {
        const { number, issuedOn, documentSha256 } = action
        if (raise.state !== 'funded' || raise.deed) return notPossible('raise_state')
        if (at < coolingOffEnd(raise)!) return notPossible('cooling_off_runs')
        if (issuedOn > dubaiDay(at)) return notPossible('deadline')
        return ok({ type: 'fileDeed', deed: { number, issuedOn, documentSha256 } })
      }
      default:
        return notPossible('action')
    }
  }
}
