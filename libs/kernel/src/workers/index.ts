export { PoolFullError, TaskTimeoutError, WorkerPool, workerFile, type WorkerPoolOptions } from './worker-pool.js'
