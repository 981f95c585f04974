/**
 * One planted defect: `find` occurs once in `file` and is replaced before it is loaded by the simulation or, if there is
 * one, by the service test `spec`, which must fail.
 */
export interface Mutant {
  name: string
  spec?: string
  /** Path below the project's folder. */
  file: string
  find: string
  replace: string
}

const PAYMENTS = 'services/investment/src/payments'
const ORDERS = 'services/investment/src/orders'
const RAISES = 'services/investment/src/raises'
const LIFECYCLE = 'services/investment/src/lifecycle'
const TRANSFERS = 'services/investment/src/transfers'
const HOLDINGS = 'services/investment/src/holdings'
const TESTS = 'services/investment/test'

/** Defects of the money path that the simulation must find within 10⁵ steps, or a service test. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a fresh refund key on every retry',
    file: `${PAYMENTS}/refund-order-when-due.ts`,
    find: 'const idempotencyKey = `refund:${orderId}:${attempt}`',
    replace: 'const idempotencyKey = `refund:${orderId}:${attempt}:${this.ids.next()}`',
  },
  {
    name: 'a failed refund that does not increase the attempt',
    file: `${ORDERS}/order.refund.ts`,
    find: 'const refund = { hold, amountFils, attempt: attempt + 1, ',
    replace: 'const refund = { hold, amountFils, attempt, ',
  },
  {
    name: 'a late payment that ignores a closed raise',
    file: `${PAYMENTS}/settle-payment.ts`,
    find: 'isOpen(raise, at)',
    replace: 'true',
  },
  {
    name: 'a settlement key without the session id',
    file: `${ORDERS}/order.ts`,
    find: '`settle:${sessionId}`',
    replace: '`settle:`',
  },
  {
    name: 'releasing shares without expiring the checkout session',
    file: `${PAYMENTS}/end-reservation.ts`,
    find: 'if (sessionId) {',
    replace: 'if (false) {',
  },
  {
    name: 'not comparing the amount',
    file: `${PAYMENTS}/payment.ts`,
    find: 'if (snapshot.amount !== order.totalFils)',
    replace: 'if (false)',
  },
  {
    name: 'not comparing the currency',
    file: `${PAYMENTS}/payment.ts`,
    find: "if (snapshot.currency !== 'aed')",
    replace: 'if (false)',
  },
  {
    name: 'booking the payment of an investor who may not invest',
    file: `${PAYMENTS}/settle-payment.ts`,
    find: 'order !== undefined && this.isEligible(order.userId),',
    replace: 'true,',
  },
  {
    name: 'an inbox that does not remember events',
    file: 'libs/messaging/src/inbox.ts',
    find: 'await this.rows.insertOne(row, { session })',
    replace: '',
  },
  {
    name: 'a change decided on an older state of the raise',
    file: `${RAISES}/progress.ts`,
    find: 'return passed === (raise.phase ?? 0) ? derive()',
    replace: 'return passed >= 0 ? derive()',
  },
  {
    name: 'a deed filed during the cooling-off period',
    file: `${LIFECYCLE}/staff-actions.ts`,
    find: 'if (at < coolingOffEnd(raise)!)',
    replace: 'if (false)',
  },
  {
    name: 'cancellation after the cooling-off period',
    file: `${ORDERS}/order.view.ts`,
    find: 'order.coolingOffEndsAt && at >= order.coolingOffEndsAt',
    replace: 'false',
  },
  {
    name: 'a cancellation that fails when staff cancel the order first',
    file: `${LIFECYCLE}/cancel-order.ts`,
    find: "outcome.reason === 'LIMIT'",
    replace: 'false',
  },
  {
    name: 'a payment that is booked in a newer state of the raise than it was decided in',
    file: `${PAYMENTS}/settle-payment.ts`,
    find: 'const { raise, holding } = known\n',
    replace: 'const { raise, holding } = await this.raiseAndHolding(order)\n',
  },
  {
    name: 'a raise that stays closed below its minimum',
    file: `${RAISES}/raise.ts`,
    find: 'unitsPaid >= minimumUnitsOf(raise)) return undefined',
    replace: 'unitsPaid >= 0) return undefined',
  },
  {
    name: 'a raise that ends while a reservation can be paid',
    file: `${RAISES}/raise.ts`,
    find: 'if (unitsReserved(raise, counts) > 0)',
    replace: 'if (false)',
  },
  {
    name: 'a cancellation that keeps the fee',
    file: `${ORDERS}/order.after-payment.ts`,
    find: "...single('order.fee-return', accounts.pendingFees(propertyId), cash, feeFils, ref),",
    replace: '',
  },
  {
    name: 'a failed raise that refunds no paid order',
    file: `${LIFECYCLE}/orders-of-raise.ts`,
    find: "refund: ['paid', 'cooling_off', 'reserved'],",
    replace: "refund: ['reserved'],",
  },
  {
    name: 'the relay marking rejected rows as sent',
    file: 'libs/messaging/src/relay-pass.ts',
    find: "if (ack.status === 'fulfilled') this.acked.set(ack.value.seq, ",
    replace: "this.acked.set(ack.status === 'fulfilled' ? ack.value.seq : -this.acked.size, ",
  },
  {
    name: 'not reversing an issued order whose dispute is lost',
    file: `${PAYMENTS}/suspense/dispute-order.ts`,
    find: "['paid', 'cooling_off', 'allotted', 'issued']",
    replace: "['paid', 'cooling_off', 'allotted']",
  },
  {
    name: 'leaving the issued units of a reversed order in its holding',
    file: 'services/investment/src/holdings/holding.ts',
    find: "from === 'issued' ? 0 - taken.units",
    replace: "from === 'paid' ? 0 - taken.units",
  },
  {
    name: 'an older report of a mint that replaces a newer one',
    file: 'services/investment/src/issue/shares-on-chain.ts',
    find: 'recorded.version >= version',
    replace: 'recorded.version === version',
  },
  {
    name: 'a transfer of units whose dispute is open',
    file: `${TRANSFERS}/transfer-shares.ts`,
    find: 'isRegistered(order) && isDisputed(order))',
    replace: 'isRegistered(order) && false)',
  },
  {
    name: 'a dispute that does not block a transfer at the same moment',
    file: `${PAYMENTS}/suspense/dispute-order.ts`,
    find: 'if (isRegistered(order)) saves.push(touchHolding(',
    replace: 'if (false) saves.push(touchHolding(',
  },
  {
    name: 'taking back units that were transferred to another investor',
    file: `${PAYMENTS}/suspense/dispute-order.ts`,
    find: 'const unitsTakenBack = smaller(order.units, holding.allottedUnits ?? units(0))',
    replace: 'const unitsTakenBack = order.units',
  },
  {
    name: 'a receiver of shares who is not counted',
    file: `${TRANSFERS}/transfer-shares.ts`,
    find: "{ userId: toUserId, units, how: 'paid' as const },",
    replace: '',
  },
  {
    name: 'transferred units that stay issued at the sender',
    file: `${HOLDINGS}/holding.ts`,
    find: '    ...onChainAfter(before, 0 - units),\n',
    replace: '',
  },
  {
    name: 'an event about a raise with the version of the one before it',
    file: 'services/investment/src/raises/progress.ts',
    find: '{ ...view, seq: view.seq + 1 }',
    replace: 'view',
  },
  {
    name: 'a mirrored transfer that is counted at each report',
    file: 'services/investment/src/issue/record-mirror-when-transfer-mirrored.ts',
    find: 'transfer.mirrored ? moveInHolding(holding, view) : arriveInHolding',
    replace: 'false ? moveInHolding(holding, view) : arriveInHolding',
  },
  {
    name: 'allotting an order on hold',
    file: `${ORDERS}/order.after-payment.ts`,
    find: 'isDisputed(order) || order.hold !== undefined',
    replace: 'isDisputed(order)',
    spec: `${TESTS}/order-holds.spec.ts`,
  },
  {
    name: 'an order that is forgotten when its hold ends',
    file: `${ORDERS}/order.after-payment.ts`,
    find: "set: { due: dueFrom('catchUp', at) }, unset: ['hold']",
    replace: "set: {}, unset: ['hold']",
    spec: `${TESTS}/order-holds.spec.ts`,
  },
  {
    name: 'a suspension that puts no order on hold',
    file: `${ORDERS}/hold-orders.ts`,
    find: 'if ((hold?.review ?? false) !== review)',
    replace: 'if (false)',
  },
  {
    name: 'a dashboard refund that puts no order on hold',
    file: `${PAYMENTS}/suspense/block-order.ts`,
    find: 'const missing = [...others, ...changed].filter(isMissing)',
    replace: 'const missing = [...others, ...changed].filter(() => false)',
    spec: `${TESTS}/order-holds.spec.ts`,
  },
  {
    name: 'not comparing the amount of a returned refund with what settled the order',
    file: `${PAYMENTS}/refund-order-when-due.ts`,
    find: 'if (order.refund!.amountFils !== returned.amount) return undefined',
    replace: '',
    spec: `${TESTS}/refunded-elsewhere.spec.ts`,
  },
  {
    name: 'taking a returned refund for the one that settled the order',
    file: `${PAYMENTS}/refund-order-when-due.ts`,
    find: ' || order.refund!.refundId !== undefined',
    replace: '',
    spec: `${TESTS}/refunded-elsewhere.spec.ts`,
  },
  {
    name: 'assigning a refund to an order of another payment',
    file: `${PAYMENTS}/suspense/carry-out.ts`,
    find: 'if (paymentId !== order.paymentId || ',
    replace: 'if (',
    spec: `${TESTS}/refunded-elsewhere.spec.ts`,
  },
  {
    name: 'assigning a payment to an order of another amount',
    file: `${PAYMENTS}/suspense/carry-out.ts`,
    find: ' || item.amount !== order.totalFils)',
    replace: ')',
    spec: `${TESTS}/suspense.spec.ts`,
  },
  {
    name: 'assigning a payment in another currency',
    file: `${PAYMENTS}/suspense/carry-out.ts`,
    find: "if (item.currency !== 'aed' || item.amount",
    replace: 'if (item.amount',
    spec: `${TESTS}/suspense.spec.ts`,
  },
  {
    name: 'assigning a payment to an order of another investor',
    file: `${PAYMENTS}/suspense/carry-out.ts`,
    find: 'if (item.userId && item.userId !== order.userId)',
    replace: 'if (false)',
    spec: `${TESTS}/finance-desk.spec.ts`,
  },
  {
    name: 'taking the refund of an earlier attempt for the current one',
    file: `${PAYMENTS}/refund-attempts.ts`,
    find: 'attempt === current.attempt',
    replace: 'true',
    spec: `${TESTS}/refunds.spec.ts`,
  },
]
