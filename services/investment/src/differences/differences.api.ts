export { DifferenceStore } from './difference.store.js'
export { type HoldingDifference, HoldingDifferenceStore, holdingDifferenceView } from './holding-difference.store.js'
export { ListDifferences } from './list-differences.js'
export { type PaymentDifference, PaymentDifferenceStore, paymentDifferenceView } from './payment-difference.store.js'
