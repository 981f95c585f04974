export {
  addToHolding,
  allotInHolding,
  type Holding,
  holdingId,
  takeFeeFromHolding,
  takeFromHolding,
} from './holding.js'
export { HoldingStore } from './holding.store.js'
