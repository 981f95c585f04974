export { DEADLINE_FACTOR, PATIENT_ENV } from './patience.js'
export { poll, until, type PollOptions } from './poll.js'
export { MOST_PER_PURCHASE, type PurchaseCost } from './purchase-cost.js'
export { startPool } from './user-pool.js'
