import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { install } from '@sinonjs/fake-timers'
import { waitForTrafficToMove } from './drain-delay.js'

/** Returns how long the wait takes on the fake clock. */
async function waitedMs(clock: ReturnType<typeof install>, config: Parameters<typeof waitForTrafficToMove>[0]) {
  const begunMs = Date.now()
  const wait = waitForTrafficToMove(config)
  await clock.runAllAsync()
  await wait
  return Date.now() - begunMs
}

describe('waitForTrafficToMove', () => {
  let clock: ReturnType<typeof install>
  beforeEach(() => void (clock = install()))
  afterEach(() => clock.uninstall())

  it.each([
    ['production', undefined, 5_000],
    ['development', undefined, 0],
    ['production', 0, 0],
    ['production', 20_000, 20_000],
    ['development', 300, 300],
  ])('waits in %s with DRAIN_DELAY_MS %s for %d ms', async (NODE_ENV, DRAIN_DELAY_MS, expected) => {
    expect(await waitedMs(clock, { NODE_ENV, DRAIN_DELAY_MS })).toBe(expected)
  })
})
