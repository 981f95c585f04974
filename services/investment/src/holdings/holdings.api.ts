export { addToHolding, allotInHolding, type Holding, takeFeeFromHolding, takeFromHolding } from './holding.js'
export { HoldingStore } from './holding.store.js'
