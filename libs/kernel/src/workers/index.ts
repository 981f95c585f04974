export { FairQueue, type FairQueueLimits } from './fair-queue.js'
export { NoTurn, Turns, type TurnLimits } from './turns.js'
export { TaskRejectedError, TaskTimeoutError, WorkerPool, workerFile, type WorkerPoolOptions } from './worker-pool.js'
