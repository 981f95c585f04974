export {
  COOLING_OFF_HOURS,
  decide,
  type Order,
  type OrderCommand,
  type OrderStep,
  type Receipt,
  RECONCILE_MS,
  settleKey,
} from './order.js'
export { orderChange, stepKey } from './order.change.js'
export { OrderStore } from './order.store.js'
export { GiveUpReservation } from './give-up-reservation.js'
export { orderView } from './order.view.js'
export { ReleaseOrder } from './release-order.js'
