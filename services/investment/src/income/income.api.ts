export { DistributionStore } from './distribution.store.js'
export { IncomeStore } from './income.store.js'
export { balanceFils } from './income.js'
export { ReadIncome } from './read-income.js'
