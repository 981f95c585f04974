export { poll, until, type PollOptions } from './poll.js'
export { MOST_PER_PURCHASE, type PurchaseCost } from './purchase-cost.js'
export { startPool } from './user-pool.js'
