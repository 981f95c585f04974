export { addToHolding, allotInHolding, type Holding, takeFromHolding } from './holding.js'
export { HoldingStore } from './holding.store.js'
