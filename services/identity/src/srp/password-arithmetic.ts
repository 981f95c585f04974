import { timeLimits, type TimeLimits } from '@hissa/kernel'
import { TaskRejectedError, WorkerPool, workerFile } from '@hissa/kernel/workers'
import { Injectable, type OnModuleDestroy } from '@nestjs/common'
import { randomBytes } from 'node:crypto'
import { tooManyRequests } from '../errors/pool-error.js'
import { SALT_BYTES, type Verifier } from './caldera.js'
import type { ArithmeticResult, ArithmeticTask } from './password-arithmetic.worker.js'

/** The default module of the worker threads. */
export const ARITHMETIC_WORKER = workerFile(import.meta.url, 'password-arithmetic.worker')

/** One idle thread is retained, because starting a thread takes longer than an operation of milliseconds. */
const LIMITS = {
  minThreads: 1,
  maxWaiting: 512,
  maxWaitingPerUser: 128,
  heapLimitMb: 32,
}

/**
 * Runs the arithmetic of passwords on worker threads, so that sign-ins don't hold up other requests. Users take turns:
 * many attempts on one account don't delay another. Errors: TooManyRequests when too many wait.
 */
@Injectable()
export class PasswordArithmetic implements OnModuleDestroy {
  private readonly pool: WorkerPool<ArithmeticTask, ArithmeticResult>

  constructor(file: URL = ARITHMETIC_WORKER, limits: TimeLimits = timeLimits()) {
    const waits = { queueTimeoutMs: limits.passwordQueueMs, taskTimeoutMs: limits.passwordMs }
    this.pool = new WorkerPool({ file, ...LIMITS, ...waits })
  }

  /** Derives the verifier of a password: of a new one with a new salt, or with the salt of a stored verifier. */
  async makeVerifier(
    poolName: string,
    userId: string,
    password: string,
    salt: Buffer = randomBytes(SALT_BYTES),
  ): Promise<Verifier> {
    const task = { kind: 'verifier', poolName, userId, password, salt } as const
    const made = (await this.run(userId, task)) as Verifier
    return { salt: Buffer.from(made.salt), v: made.v }
  }

  async serverPublicValue(userId: string, v: bigint, b: Buffer): Promise<bigint> {
    return (await this.run(userId, { kind: 'server-value', v, b })) as bigint
  }

  /** Returns undefined for a public value outside the group. */
  async sessionKey(userId: string, publicValue: string, v: bigint, b: Buffer): Promise<Buffer | undefined> {
    const key = (await this.run(userId, { kind: 'session-key', publicValue, v, b })) as Uint8Array | undefined
    return key && Buffer.from(key)
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.close()
  }

  private async run(userId: string, task: ArithmeticTask): Promise<ArithmeticResult> {
    try {
      return await this.pool.run(userId, async () => task)
    } catch (error) {
      throw error instanceof TaskRejectedError ? tooManyRequests() : error
    }
  }
}
