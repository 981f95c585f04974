import { legalOrThrow } from '@hissa/kernel'
import type { Change, Committer } from '@hissa/ledger'
import { fils, units } from '@hissa/money'
import { addToHolding } from '../../src/holdings/holding.js'
import { openPropertyOf, slotsOf } from '../../src/orders/open-slots.js'
import { orderChange, stepKey } from '../../src/orders/order.change.js'
import { decide, reserve, settleKey } from '../../src/orders/order.js'
import { deadlineOf, type Order } from '../../src/orders/order.model.js'
import { paymentSave, webhookEventSave } from '../../src/payments/payment.js'
import { systemIds as ids } from '../../src/ports.js'
import type { Raise } from '../../src/raises/raise.js'

export const UNITS = units(20)
const [PRICE, FEE] = [fils(10_000), fils(3_000)]
const AMOUNT = fils(PRICE * UNITS)
/** What each investor has paid. */
export const TOTAL = fils(AMOUNT + FEE)
/** Orders whose changes are committed together. */
const AT_ONCE = 256

const ruleDecisions = (propertyId: string) =>
  ['adgm.investor-status', 'adgm.disclosures', 'platform.unpaid-orders', 'platform.reservation-pause'].map((rule) => ({
    ...{ rule, version: 1, allowed: true, inputs: { propertyId, userStatus: 'kyc_complete', openOrders: 0 } },
  }))

function newOrder({ _id: propertyId, slug, title, offeringVersion }: Raise, at: Date): Order {
  const userId = ids.next()
  return {
    ...{ _id: ids.next(), userId, propertyId, slug, title, offeringVersion, unitPriceFils: PRICE, units: UNITS },
    ...{ amountFils: AMOUNT, feeFils: FEE, totalFils: TOTAL, state: 'reserved', decisions: ruleDecisions(propertyId) },
    ...{ createdAt: at, expiresAt: deadlineOf(at, at), placeKey: `place:${ids.next()}`, inputHash: propertyId },
    ...{ openProperty: openPropertyOf(userId, propertyId), openSlot: slotsOf(userId)[0]!, lockedUntil: at },
    ...{ checkoutAttempt: 1, checkoutBegunAt: at, version: 0 },
  }
}

/**
 * Commits `count` paid orders of new investors, with the rows, transfers and events of real purchases: each is
 * reserved, gets its payment page, and is paid, at the time of `now`. Returns the orders.
 */
export async function sellUnits(
  ledger: Committer,
  raise: Raise,
  count: number,
  now: () => Date = () => new Date(),
): Promise<Order[]> {
  const sold: Order[] = []
  while (sold.length < count) {
    const at = now()
    const size = Math.min(AT_ONCE, count - sold.length)
    const orders = Array.from({ length: size }, () => newOrder(raise, at)).sort((a, b) => (a._id < b._id ? -1 : 1))
    await commitAll(ledger, orders, (order) => placed(raise, order, at))
    await commitAll(ledger, orders, (order) => opened({ ...order, version: 1 }, at))
    await commitAll(ledger, orders, (order) => paid(raise, { ...order, ...page(order), version: 2 }, at))
    sold.push(...orders)
  }
  return sold
}

async function commitAll(ledger: Committer, orders: readonly Order[], change: (order: Order) => Change): Promise<void> {
  const outcomes = await Promise.all(orders.map((order) => ledger.commit(change(order))))
  const refused = outcomes.find(({ ok }) => !ok)
  if (refused) throw new Error(`an order was not committed: ${JSON.stringify(refused)}`)
}

const page = ({ _id }: Order) => ({ checkout: { sessionId: `cs_${_id}`, url: `https://pay.test/${_id}` } })

function placed(raise: Raise, order: Order, at: Date): Change {
  const { placeKey: key, inputHash } = order
  return orderChange({ key, inputHash, order, step: reserve(order), raise, at }, ids)
}

function opened(order: Order, at: Date): Change {
  const step = legalOrThrow(decide(order, { type: 'attachCheckout', ...page(order).checkout }, at))
  return orderChange({ key: stepKey(order, 'attach'), inputHash: 'attach', order, step, at }, ids)
}

function paid(raise: Raise, order: Order, at: Date): Change {
  const { sessionId } = order.checkout!
  const [paymentId, amount] = [`pi_${order._id}`, order.totalFils]
  const snapshot = { sessionId, orderId: order._id, state: 'complete', paid: true, amount, currency: 'aed', paymentId }
  const receipt = { sessionId, paymentId, amountFils: order.totalFils }
  const step = legalOrThrow(decide(order, { type: 'pay', receipt }, at))
  const saves = [
    paymentSave(snapshot as never, order, 'units', at),
    ...webhookEventSave({ eventId: `evt_${order._id}`, type: 'checkout.session.completed' }, at, 'units'),
    addToHolding(undefined, order, at),
  ]
  const moved = { userId: order.userId, units: order.units, how: 'paid' as const }
  const key = settleKey(sessionId)
  return orderChange({ key, inputHash: `${amount}:aed`, order, step, saves, at, raise, moved }, ids)
}
