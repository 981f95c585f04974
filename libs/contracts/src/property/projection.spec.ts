import { ASSUMPTION_LIMITS } from '@hissa/money'
import { describe, expect, it } from '@jest/globals'
import { PROJECTION_LIMITS } from './projection.js'

describe('the limits of a projection', () => {
  it('are those of the calculation', () => {
    expect(PROJECTION_LIMITS).toEqual(ASSUMPTION_LIMITS)
  })
})
