import { type ErrorOf, refuse, type Refused } from '@hissa/contracts'
import { CONFLICT_OF_INTEREST, type ResolutionAction } from '@hissa/contracts/investment'
import { Injectable } from '@nestjs/common'
import { HoldingStore } from '../../holdings/holdings.api.js'
import { OrderStore } from '../../orders/orders.api.js'
import { PaymentStore } from '../payment.store.js'
import type { Subject } from './resolution.js'
import type { SuspenseItem } from './suspense.js'
import { SuspenseStore } from './suspense.store.js'

/** Prevents staff from acting on orders, raises, holdings and suspense items that affect their own money or shares. */
@Injectable()
export class ConflictsOfInterest {
  constructor(
    private readonly items: SuspenseStore,
    private readonly orders: OrderStore,
    private readonly payments: PaymentStore,
    private readonly holdings: HoldingStore,
  ) {}

  /**
   * Returns a refusal if the subject or the action affects the caller's own money or shares; otherwise undefined. It
   * applies to every role.
   */
  async refuseConflictOfInterest(
    userId: string,
    subject: Subject,
    action?: ResolutionAction,
  ): Promise<Refused<ErrorOf<typeof CONFLICT_OF_INTEREST>> | undefined> {
    const orderIds = [subject.kind === 'order' ? subject.id : undefined, orderOf(action)]
    const item = subject.kind === 'suspense' ? await this.items.byId(subject.id) : undefined
    const owners = [
      ...(await this.ownersOf(orderIds)),
      ...(item ? await this.investorsOf(item) : []),
      ...(await this.partiesOf(subject, action)),
    ]
    const hasInvested = subject.kind === 'raise' && (await this.hasInvested(userId, subject.id))
    return hasInvested || owners.includes(userId) ? conflict() : undefined
  }

  /** Returns the user ids of the holding’s owner and of the transfer’s recipient. */
  private async partiesOf({ kind, id }: Subject, action: ResolutionAction | undefined): Promise<string[]> {
    const holding = kind === 'holding' ? await this.holdings.byId(id) : undefined
    return [...(holding ? [holding.userId] : []), ...(action?.type === 'transfer_shares' ? [action.toUserId] : [])]
  }

  /** Returns whether a user has an active order in a raise, reserved or paid, or holds shares of its property. */
  private async hasInvested(userId: string, propertyId: string): Promise<boolean> {
    if (await this.orders.hasActiveOrder(userId, propertyId)) return true
    return ((await this.holdings.of(userId, propertyId))?.units ?? 0) > 0
  }

  /**
   * Returns the ids of all investors linked to an item: the users named in the item or in records of the same payment,
   * and the investors of the related orders.
   */
  async investorsOf(item: SuspenseItem): Promise<string[]> {
    const { paymentId } = item
    const items = paymentId === undefined ? [item] : await this.items.ofPayment(paymentId)
    const paid = paymentId === undefined ? [] : await this.payments.ofPayment(paymentId)
    const orderIds = [item, ...items].flatMap(({ orderId, resolution }) => [orderId, resolution?.orderId])
    const named = [item, ...items, ...paid].flatMap(({ userId }) => userId ?? [])
    return [...new Set([...named, ...(await this.ownersOf(orderIds))])]
  }

  private async ownersOf(orderIds: ReadonlyArray<string | undefined>): Promise<string[]> {
    const known = [...new Set(orderIds)].filter((id) => id !== undefined)
    const orders = await Promise.all(known.map((id) => this.orders.byId(id)))
    return orders.flatMap((order) => order?.userId ?? [])
  }
}

const orderOf = (action: ResolutionAction | undefined) => (action?.type === 'assign' ? action.orderId : undefined)

const conflict = () =>
  refuse(CONFLICT_OF_INTEREST, 'This affects your own money or shares. A colleague needs to handle it.')
