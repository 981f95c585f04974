export interface FairQueueLimits {
  /** Maximum number of waiting items. */
  maxWaiting: number
  /** Maximum number of one user's waiting items. */
  maxWaitingPerUser: number
}

interface User<T> {
  waiting: T[]
  running: number
  /** Order in which a user's last item was taken; 0 before the first. */
  takenAt: number
}

/**
 * A bounded queue that takes from each user in turn, so that one user's items never delay another's by more than one.
 */
export class FairQueue<T> {
  private readonly users = new Map<string, User<T>>()
  private takes = 0
  private size = 0

  constructor(private readonly limits: FairQueueLimits) {}

  get waiting(): number {
    return this.size
  }

  /** Returns false, and changes nothing, when the queue or the user's share of it is full. */
  push(user: string, item: T): boolean {
    const known = this.users.get(user) ?? { waiting: [], running: 0, takenAt: 0 }
    if (this.size >= this.limits.maxWaiting || known.waiting.length >= this.limits.maxWaitingPerUser) return false
    known.waiting.push(item)
    this.users.set(user, known)
    this.size += 1
    return true
  }

  /** Takes the next item: from the user with the fewest running items, and among those, the one served longest ago. */
  take(): { user: string; item: T } | undefined {
    let next: [string, User<T>] | undefined
    for (const each of this.users) {
      if (each[1].waiting.length > 0 && (!next || isBefore(each[1], next[1]))) next = each
    }
    if (!next) return undefined
    const [user, state] = next
    this.size -= 1
    this.takes += 1
    state.running += 1
    state.takenAt = this.takes
    return { user, item: state.waiting.shift()! }
  }

  /** Marks a taken item as finished. */
  finish(user: string): void {
    const state = this.users.get(user)
    if (!state) return
    state.running -= 1
    this.forgetIdle(user, state)
  }

  /** Removes a waiting item; returns whether it was waiting. */
  remove(user: string, item: T): boolean {
    const state = this.users.get(user)
    const index = state?.waiting.indexOf(item) ?? -1
    if (!state || index < 0) return false
    state.waiting.splice(index, 1)
    this.size -= 1
    this.forgetIdle(user, state)
    return true
  }

  private forgetIdle(user: string, state: User<T>): void {
    if (state.running === 0 && state.waiting.length === 0) this.users.delete(user)
  }
}

const isBefore = (one: User<unknown>, other: User<unknown>) =>
  one.running === other.running ? one.takenAt < other.takenAt : one.running < other.running
