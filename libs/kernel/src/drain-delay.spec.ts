import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { waitForTrafficToMove } from './drain-delay.js'

/** Returns how long the wait takes on the fake clock. */
async function waitedMs(config: Parameters<typeof waitForTrafficToMove>[0]) {
  const begunMs = Date.now()
  const wait = waitForTrafficToMove(config)
  await jest.runAllTimersAsync()
  await wait
  return Date.now() - begunMs
}

describe('waitForTrafficToMove', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it.each([
    ['production', undefined, 5_000],
    ['development', undefined, 0],
    ['production', 0, 0],
    ['production', 20_000, 20_000],
    ['development', 300, 300],
  ])('waits in %s with DRAIN_DELAY_MS %s for %d ms', async (NODE_ENV, DRAIN_DELAY_MS, expected) => {
    expect(await waitedMs({ NODE_ENV, DRAIN_DELAY_MS })).toBe(expected)
  })
})
