/** Business time: deadlines, record dates, cooling-off. Tokens, leases and backoff use wall time (`Date`). */
export interface Clock {
  now(): Date
}

export const CLOCK = Symbol('CLOCK')

/** Wall time plus an offset that only local mode sets. */
export class SystemClock implements Clock {
  private offsetMs: number

  constructor(offsetMs = 0) {
    this.offsetMs = offsetMs
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs)
  }

  moveTo(offsetMs: number): void {
    this.offsetMs = offsetMs
  }
}

/** Manual clock for tests. */
export class ManualClock implements Clock {
  constructor(private at: Date) {}

  now(): Date {
    return new Date(this.at)
  }

  set(at: Date): void {
    this.at = at
  }

  advanceMs(ms: number): void {
    this.at = new Date(this.at.getTime() + ms)
  }
}
