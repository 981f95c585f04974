import { type ErrorOf, refuse, type Refused } from '@hissa/contracts'
import { CONFLICT_OF_INTEREST, type ResolutionAction } from '@hissa/contracts/investment'
import { Injectable } from '@nestjs/common'
import { OrderStore } from '../../orders/orders.api.js'
import { PaymentStore } from '../payment.store.js'
import type { Subject } from './resolution.js'
import type { SuspenseItem } from './suspense.js'
import { SuspenseStore } from './suspense.store.js'

/** Finds the investors whose money an order, raise or suspense item affects, and refuses staff who are among them. */
@Injectable()
export class Interests {
  constructor(
    private readonly items: SuspenseStore,
    private readonly orders: OrderStore,
    private readonly payments: PaymentStore,
  ) {}

  /**
   * Returns a refusal if the subject or the action affects the caller's own money, whatever their role; otherwise
   * undefined.
   */
  async refuseOwnMoney(
    userId: string,
    subject: Subject,
    action?: ResolutionAction,
  ): Promise<Refused<ErrorOf<typeof CONFLICT_OF_INTEREST>> | undefined> {
    const orderIds = [subject.kind === 'order' ? subject.id : undefined, orderOf(action)]
    const item = subject.kind === 'suspense' ? await this.items.byId(subject.id) : undefined
    const owners = [...(await this.ownersOf(orderIds)), ...(item ? await this.investorsOf(item) : [])]
    const hasInvested = subject.kind === 'raise' && (await this.orders.hasPaid(userId, subject.id))
    return hasInvested || owners.includes(userId) ? conflict() : undefined
  }

  /** Returns every investor linked to an item: named in it or in a row of the same payment, or owner of one of its orders. */
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

const conflict = () => refuse(CONFLICT_OF_INTEREST, 'This is about your own money. Other people have to resolve it.')
