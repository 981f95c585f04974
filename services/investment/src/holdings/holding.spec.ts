import { describe, expect, it } from '@jest/globals'
import { units } from '@hissa/money'
import { holdingState } from './holding.js'

describe('the state of a holding', () => {
  it.each([
    ['active', 0, 'pending'],
    ['failed', 0, 'pending'],
    ['funded', 0, 'cooling_off'],
    ['funded', 19, 'cooling_off'],
    // A disputed order is not allotted with the others.
    ['completed', 19, 'cooling_off'],
    ['completed', 20, 'allotted'],
    ['funded', 20, 'allotted'],
  ] as const)('in a raise that is %s, with %d of 20 units registered, is %s', (state, allotted, expected) => {
    expect(holdingState({ units: units(20), allottedUnits: units(allotted) }, { state })).toBe(expected)
  })
})
