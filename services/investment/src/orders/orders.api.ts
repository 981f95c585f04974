export { isCapAccount } from './annual-cap.js'
export { canAllot, holdsOf, isBlocked, isDisputed, isRegistered, leftFils } from './order.after-payment.js'
export {
  deadlineOf,
  nextLook,
  type Order,
  type OrderCommand,
  type OrderStep,
  type OrderWork,
  payableSession,
  type Receipt,
  type RefundState,
  type Reversal,
  type SharesOnChain,
} from './order.model.js'
export { methodOf } from './order.refund.js'
export { cashPaymentId, cashRefundSave, PAYMENTS } from './order.cash.js'
export { decide, settleKey } from './order.js'
export { orderChange, stepKey } from './order.change.js'
export { type CountedOrder, type OrderSearch, ORDERS, OrderStore } from './order.store.js'
export { reviewChange } from './hold-orders.js'
export { ScheduleRelease } from './schedule-release.js'
export { LOCK_MS, OpenCheckout } from './open-checkout.js'
export { onChainView, orderView, whyNotCancel, whyNotExtend } from './order.view.js'
export { inFlight, noOrder, notExtendable } from './refusals.js'
export { ReleaseOrder } from './release-order.js'
