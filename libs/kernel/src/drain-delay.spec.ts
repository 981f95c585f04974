import { describe, expect, it } from '@jest/globals'
import { waitForTrafficToMove } from './drain-delay.js'
import { ManualTiming } from './timing.js'

describe('waitForTrafficToMove', () => {
  it.each([
    ['production', undefined, 5_000],
    ['development', undefined, 0],
    ['production', 0, 0],
    ['production', 20_000, 20_000],
    ['development', 300, 300],
  ])('waits in %s with DRAIN_DELAY_MS %s for %d ms', async (NODE_ENV, DRAIN_DELAY_MS, expected) => {
    const timing = new ManualTiming()
    const wait = waitForTrafficToMove({ NODE_ENV, DRAIN_DELAY_MS }, timing).then(() => timing.elapsedMs())
    await timing.pass(60_000)
    expect(await wait).toBe(expected)
  })
})
