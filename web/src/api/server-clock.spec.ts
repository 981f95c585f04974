import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { forgetServerDate, noteServerDate, serverNowMs } from './server-clock.js'

afterEach(() => {
  forgetServerDate()
  jest.restoreAllMocks()
})

describe('the server’s clock', () => {
  it('runs from the date of the latest response', () => {
    let elapsedMs = 5_000
    jest.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    expect(serverNowMs()).toBeUndefined()
    noteServerDate('Sun, 22 Nov 2026 08:00:00 GMT')
    elapsedMs += 3_000
    expect(new Date(serverNowMs()!).toISOString()).toBe('2026-11-22T08:00:03.000Z')
    noteServerDate('Sun, 22 Nov 2026 07:59:00 GMT') // from a cache
    noteServerDate(null)
    noteServerDate('yesterday')
    expect(new Date(serverNowMs()!).toISOString()).toBe('2026-11-22T08:00:03.000Z')
    noteServerDate('Sun, 22 Nov 2026 08:31:00 GMT')
    expect(new Date(serverNowMs()!).toISOString()).toBe('2026-11-22T08:31:00.000Z')
  })
})
