export { FairQueue, type FairQueueLimits } from './fair-queue.js'
export { TaskRejectedError, TaskTimeoutError, WorkerPool, workerFile, type WorkerPoolOptions } from './worker-pool.js'
