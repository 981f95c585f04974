export { addToHolding, type Holding } from './holding.js'
export { HoldingStore } from './holding.store.js'
