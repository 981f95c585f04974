export { isCapAccount } from './annual-cap.js'
export {
  decide,
  isDisputed,
  methodOf,
  nextLook,
  type Order,
  type OrderCommand,
  type OrderStep,
  type OrderWork,
  type Receipt,
  type RefundState,
  type Reversal,
  settleKey,
} from './order.js'
export { orderChange, stepKey } from './order.change.js'
export { type OrderSearch, ORDERS, OrderStore } from './order.store.js'
export { ScheduleRelease } from './schedule-release.js'
export { orderView, whyNotCancel } from './order.view.js'
export { noOrder } from './refusals.js'
export { ReleaseOrder } from './release-order.js'
