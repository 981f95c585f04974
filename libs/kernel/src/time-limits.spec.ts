import { describe, expect, it } from '@jest/globals'
import { timeLimits } from './time-limits.js'

describe('timeLimits', () => {
  it('multiplies every limit by the factor', () => {
    const [usual, longer] = [timeLimits(), timeLimits(12)]
    expect(Object.values(longer)).toEqual(Object.values(usual).map((ms) => ms * 12))
    expect(usual.factor).toBe(1)
  })

  it('lets a response of the ledger leave its process within the deadline of a call', () => {
    expect(timeLimits().ledgerMs).toBeLessThan(5_000)
  })
})
