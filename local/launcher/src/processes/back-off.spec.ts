import { describe, expect, it } from '@jest/globals'
import { backOffMs } from './back-off.js'

describe('backOffMs', () => {
  it('doubles from half a second up to fifteen seconds', () => {
    const delays = [0, 1, 2, 3, 4, 5, 9].map((failures) => backOffMs(failures, 100).delayMs)
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000])
  })

  it('restarts from half a second after a minute without failures', () => {
    expect(backOffMs(6, 60_000)).toEqual({ failures: 1, delayMs: 500 })
  })
})
