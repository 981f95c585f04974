import { wallNow, type Timing } from '@hissa/kernel'

/**
 * Wall time for expiries: codes, challenges, lockouts, tokens and families. Separate from the business clock, which
 * must not affect them. Tests replace it.
 */
export interface IdentityClock {
  now(): Date
}

export const IDENTITY_CLOCK = Symbol('IDENTITY_CLOCK')

export const wallClock = (timing: Timing): IdentityClock => ({ now: () => wallNow(timing) })
