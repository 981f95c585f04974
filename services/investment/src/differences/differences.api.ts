export { DifferenceStore } from './difference.store.js'
export { ListDifferences } from './list-differences.js'
