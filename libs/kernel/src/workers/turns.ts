import { systemTiming, type Timing } from '../timing.js'
import { FairQueue, type FairQueueLimits } from './fair-queue.js'

export interface TurnLimits extends FairQueueLimits {
  /** How many turns there are at a time. */
  atATime: number
  /** Longest time in the queue. */
  longestWaitMs: number
}

/** Thrown when someone gets no turn: the queue or their share of it is full, or their time in it is over. */
export class NoTurn extends Error {
  override readonly name = 'NoTurn'
}

/** Limits how much is done at a time, with a bounded queue that is fair between users. */
export class Turns {
  private readonly queue: FairQueue<() => void>
  private taken = 0

  constructor(
    private readonly limits: TurnLimits,
    private readonly timing: Timing = systemTiming,
  ) {
    this.queue = new FairQueue(limits)
  }

  /** Waits for a turn and returns the function that ends it. Throws NoTurn. */
  take(user: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const cancelTimeout = this.timing.after(this.limits.longestWaitMs, () => {
        if (this.queue.remove(user, begin)) reject(new NoTurn())
      })
      const begin = () => {
        cancelTimeout()
        resolve(() => this.end(user))
      }
      if (!this.queue.push(user, begin)) {
        cancelTimeout()
        return reject(new NoTurn())
      }
      this.next()
    })
  }

  private end(user: string): void {
    this.taken -= 1
    this.queue.finish(user)
    this.next()
  }

  private next(): void {
    while (this.taken < this.limits.atATime) {
      const next = this.queue.take()
      if (!next) return
      this.taken += 1
      next.item()
    }
  }
}
