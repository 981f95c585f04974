export { type Valuation, worthOf } from './valuation.js'
export { ValuationStore } from './valuation.store.js'
