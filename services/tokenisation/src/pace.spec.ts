import { describe, expect, it } from '@jest/globals'
import { ManualClock } from '@hissa/kernel'
import { isRecent } from './pace.js'

describe('what happened', () => {
  const at = new Date('2026-11-26T12:00:00Z')
  const agoMs = (ms: number) => new ManualClock(new Date(at.getTime() + ms))

  it('is recent until the time has passed', () => {
    expect(isRecent(at, 1_000, agoMs(0))).toBe(true)
    expect(isRecent(at, 1_000, agoMs(999))).toBe(true)
    expect(isRecent(at, 1_000, agoMs(1_000))).toBe(false)
    expect(isRecent(undefined, 1_000, agoMs(0))).toBe(false)
  })

  it('is not recent after the clock was set back, so that nothing waits until it has caught up', () => {
    expect(isRecent(at, 1_000, agoMs(-1))).toBe(false)
  })
})
