import { systemTiming, type Timing } from './timing.js'

/** Business time: deadlines, record dates, cooling-off. Tokens, leases and backoff use wall time (`Timing`). */
export interface Clock {
  now(): Date
}

export const CLOCK = Symbol('CLOCK')

/** Wall time plus an offset that only local mode sets. */
export class SystemClock implements Clock {
  constructor(
    private offsetMs = 0,
    private readonly timing: Timing = systemTiming,
  ) {}

  now(): Date {
    return new Date(this.timing.wallMs() + this.offsetMs)
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
