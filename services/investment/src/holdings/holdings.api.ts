export {
  addToHolding,
  allotInHolding,
  type Holding,
  holdingId,
  issueInHolding,
  moveInHolding,
  takeFeeFromHolding,
  takeFromHolding,
} from './holding.js'
export { HoldingStore } from './holding.store.js'
