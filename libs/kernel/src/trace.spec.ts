import { describe, expect, it } from '@jest/globals'
import { currentTraceId, currentTraceparent, withTrace } from './trace.js'

const GIVEN = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

describe('the trace of the work in hand', () => {
  it('is the one that was given', () => {
    expect(withTrace(GIVEN, currentTraceparent)).toBe(GIVEN)
    expect(withTrace(GIVEN, currentTraceId)).toBe('4bf92f3577b34da6a3ce929d0e0e4736')
    expect(currentTraceparent()).toBeUndefined()
  })

  it.each([undefined, '', 'not one', GIVEN.toUpperCase(), `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`])(
    'is a new one instead of %p, never the same twice',
    (given) => {
      const made = Array.from({ length: 1_000 }, () => withTrace(given, currentTraceparent))
      for (const one of made) expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
      expect(new Set(made).size).toBe(1_000)
    },
  )
})
