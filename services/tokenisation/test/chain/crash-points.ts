/** When a simulated process ends at a step: before the step has had its effect, or after it but without its result. */
export interface Crash {
  step: number
  when: 'before' | 'after'
}

/** Thrown at the crash and by every later step, as nothing of a killed process continues. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

/**
 * Counts the awaited steps of a process and ends it at one of them. A step is a call of a wrapped object's method that
 * returns a promise.
 */
export class CrashPoints {
  steps = 0
  /** What each step called, for the message of a failing test. */
  readonly names: string[] = []
  isDead = false

  /** `methods` are those that return promises, by default of the parts of a sender. */
  constructor(
    private readonly crash?: Crash,
    private readonly methods: ReadonlySet<string> = ASYNCHRONOUS,
  ) {}

  /** Returns the object with every asynchronous method as a step. */
  wrap<T extends object>(name: string, target: T): T {
    return new Proxy(target, {
      get: (object, key) => {
        const member: unknown = Reflect.get(object, key, object)
        if (typeof member !== 'function') return member
        return (...args: unknown[]) => {
          const call = () => (member as (...args: unknown[]) => unknown).apply(object, args)
          if (!this.methods.has(String(key))) return call()
          return this.step(`${name}.${String(key)}`, call)
        }
      },
    })
  }

  private async step(name: string, call: () => unknown): Promise<unknown> {
    if (this.isDead) throw new Killed()
    const step = (this.steps += 1)
    this.names.push(name)
    const isHere = this.crash?.step === step
    if (isHere && this.crash?.when === 'before') this.die()
    const result = await call()
    if (isHere) this.die()
    if (this.isDead) throw new Killed()
    return result
  }

  private die(): never {
    this.isDead = true
    throw new Killed()
  }
}

/** The methods of the store, the node, the signer, the follower and the follow-up that return promises. */
const ASYNCHRONOUS = new Set([
  ...['transaction', 'chain', 'byId', 'statesOf', 'inState', 'inBlocks', 'work', 'hasBlockAbove', 'signer', 'adopt'],
  ...['halt', 'sign', 'change', 'address', 'head', 'confirmed', 'failed', 'takenBack', 'blockAt', 'transactionCount'],
  ...[
    'balance',
    'tipPerGas',
    'simulate',
    'estimateGas',
    'send',
    'receipt',
    'latestBlock',
    'chainId',
    'genesisHash',
    'code',
    'logs',
  ],
])
