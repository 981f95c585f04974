import type { Order } from '../../src/orders/order.model.js'
import type { World } from './world.js'

/** Payers, their banks and the processor's dashboard: they move money that the platform did not ask for. */
export class Outsiders {
  constructor(private readonly world: World) {}

  /** Adds money that the platform did not request. */
  pay(): void {
    const open = new Set(
      this.world.offerings.filter(({ deadline }) => deadline > this.world.now()).map((each) => each.propertyId),
    )
    const lapsed = this.world.ordersWhere(({ state, propertyId }) => state === 'expired' && open.has(propertyId))
    if (lapsed.length > 0 && this.world.wants('order expired → paid'))
      return this.world.stripe.payStray(this.world.chance.pick(lapsed))
    if (this.world.chance.hit(0.2)) {
      this.world.reached.fault('payment for no order')
      return this.world.stripe.payStray(undefined)
    }
    const orders = this.world.ordersWhere((order) => order.state === 'paid')
    if (orders.length === 0) return
    this.world.reached.fault('payment twice for one order')
    this.world.stripe.payStray(this.world.chance.pick(orders))
  }

  /** Withdraws money from the processor without the platform. */
  takeBack(): void {
    const ofState = (...states: Array<Order['state']>) =>
      new Set(this.world.ordersWhere(({ state }) => states.includes(state)).map(({ paymentId }) => paymentId!))
    for (const state of ['paid', 'cooling_off', 'allotted', 'issued'] as const)
      for (const end of ['refunded', 'refunding'] as const)
        if (this.world.wants(`order ${state} → ${end}`) && ofState(state).size > 0)
          this.world.stripe.dispute(ofState(state), {
            isPart: end === 'refunding',
            isLost: true,
            isDecidedAtOnce: true,
          })
    const [registered, paid] = [ofState('allotted', 'issued'), ofState('paid')]
    if (registered.size > 0 && this.world.chance.hit(0.5)) {
      this.world.reached.fault('dispute after allotment')
      return this.world.stripe.dispute(registered)
    }
    for (const { direction, paymentId } of this.world.store.collection('suspense').values())
      if (direction === 'in' && paymentId) paid.add(paymentId as string)
    if (this.world.chance.hit(0.5)) this.world.stripe.refundElsewhere(paid)
    else this.world.stripe.dispute(paid)
  }
}
