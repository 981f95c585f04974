export {
  addToHolding,
  allotInHolding,
  arriveInHolding,
  type Cost,
  costOf,
  type Holding,
  holdingId,
  holdingState,
  issueInHolding,
  moveInHolding,
  takeFeeFromHolding,
  takeFromHolding,
  touchHolding,
  transferIn,
  transferOut,
} from './holding.js'
export { HoldingStore } from './holding.store.js'
