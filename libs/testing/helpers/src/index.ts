export { until } from './until.js'
export { startPool } from './user-pool.js'
