import type { Hissa } from '@hissa/testing-driver/product'
import type { Order } from '../../../services/investment/src/orders/order.model.js'
import { fileDeed } from '../support/raise.js'
import { moveClockTo } from './clock.js'
import type { Databases } from './databases.js'
import { wrongEffects } from './effects.js'
import type { Market } from './market.js'

const HOUR_MS = 3_600_000
const REGISTERED: readonly string[] = ['allotted', 'issued']

/**
 * Completes every raise that is funded. First refunds the payment of one order of each in the processor's dashboard, then
 * moves business time past the cooling-off periods and files the deeds. `rest` waits until no work is pending. Returns a
 * line for each order that is allotted although its payment was refunded or not allotted without a reason, and for each
 * wrong effect of the completed raises elsewhere.
 */
export async function completeFunded(
  hissa: Hissa,
  market: Market,
  databases: Databases,
  rest: () => Promise<void>,
): Promise<string[]> {
  const { investment } = databases
  const orders = investment.collection<Order>('orders')
  const raises = investment.collection<{ _id: string; state: string }>('raises')
  const funded = (await raises.find({ state: 'funded' }).toArray()).map(({ _id }) => _id)
  if (funded.length === 0) return ['no raise was funded: the run was too short']
  const waiting = await orders.find({ propertyId: { $in: funded }, state: 'cooling_off' }).toArray()
  for (const propertyId of funded) {
    const order = waiting.find((one) => one.propertyId === propertyId && one.hold === undefined)
    if (!order) continue
    await market.processor.refundPayment(order.paymentId!)
    market.tally.add('refund.beforeAllotment')
  }
  await rest()
  const lastEnd = Math.max(...waiting.map(({ coolingOffEndsAt }) => coolingOffEndsAt!.getTime()))
  await moveClockTo(hissa, new Date(lastEnd + HOUR_MS))
  for (const propertyId of funded) {
    await fileDeed(market.journey, propertyId, new Date(lastEnd).toISOString().slice(0, 10))
    market.tally.add('raise.completed')
  }
  // A move by nothing ends once the work that is due is done.
  await hissa.advance('PT0S')
  await rest()
  const faults = await wrongEffects(databases, await orders.find().toArray())
  const payments = market.processor.payments()
  for (const { _id } of waiting) {
    const { state, hold, paymentId } = (await orders.findOne({ _id }))!
    const isAllotted = REGISTERED.includes(state)
    const refunded = payments.get(paymentId!)?.refunded ?? 0
    if (isAllotted && refunded > 0) faults.push(`order ${_id} is ${state}, and ${refunded} fils of it were refunded`)
    if (!isAllotted && refunded === 0 && !hold) faults.push(`order ${_id} is ${state} after its raise was completed`)
  }
  return faults
}
