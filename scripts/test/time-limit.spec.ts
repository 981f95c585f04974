import { describe, expect, it } from '@jest/globals'
import { reasonNotToStart } from './time-limit.mjs'

const LIMIT = String(Date.UTC(2026, 10, 28, 7, 55) / 1_000)

describe('the time limit of a test run', () => {
  it('lets steps start before it', () => {
    expect(reasonNotToStart(LIMIT, Date.UTC(2026, 10, 28, 7, 54, 59, 999))).toBeUndefined()
  })

  it('lets no step start from then on, and says until when', () => {
    const reason = 'the run starts no step after 07:55 UTC, its time limit'
    expect(reasonNotToStart(LIMIT, Date.UTC(2026, 10, 28, 7, 55))).toBe(reason)
  })

  it.each([undefined, ''])('does not exist with the setting %j', (setting) => {
    expect(reasonNotToStart(setting, Number.MAX_SAFE_INTEGER)).toBeUndefined()
  })
})
