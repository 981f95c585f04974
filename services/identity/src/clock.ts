/**
 * Wall time as this service's expiries see it: codes, challenges, lockouts, tokens and families. Apart from the business
 * clock, which never moves these; a test puts its own in place.
 */
export interface IdentityClock {
  now(): Date
}

export const IDENTITY_CLOCK = Symbol('IDENTITY_CLOCK')

export const wallClock: IdentityClock = { now: () => new Date() }
