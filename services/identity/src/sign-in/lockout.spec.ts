import { describe, expect, it } from '@jest/globals'
import { afterFailure, isLocked, type Failures } from './lockout.js'

const start = Date.UTC(2026, 0, 1)
const second = (seconds: number) => new Date(start + seconds * 1_000)

const failed = (times: number): Failures => {
  let state: Failures | undefined
  for (let n = 0; n < times; n += 1) state = afterFailure(state, second(0))
  return state!
}

describe('lockout', () => {
  it.each([
    [1, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [10, 32],
    [14, 512],
    [15, 900],
    [40, 900],
  ])('after %i wrong passwords lasts %i s', (times, seconds) => {
    expect((failed(times).lockedUntil.getTime() - start) / 1_000).toBe(seconds)
  })

  it('expires', () => {
    expect([isLocked(failed(6), second(1)), isLocked(failed(6), second(2)), isLocked(undefined, second(0))]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('resets after fifteen minutes without a wrong password', () => {
    expect(afterFailure(failed(8), second(899)).count).toBe(9)
    expect(afterFailure(failed(8), second(900)).count).toBe(1)
  })
})
