export { poll, until, type PollOptions } from './poll.js'
export { startPool } from './user-pool.js'
