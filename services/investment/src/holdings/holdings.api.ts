export { addToHolding, allotInHolding, type Holding, holdingId, takeFromHolding } from './holding.js'
export { HoldingStore } from './holding.store.js'
