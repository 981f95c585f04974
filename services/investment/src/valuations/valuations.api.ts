export { type Counted, worthOf } from './valuation.js'
export { ValuationStore } from './valuation.store.js'
