import { describe, expect, it } from '@jest/globals'
import { outlinedArea, visibleArea } from './outline.js'

describe('the visible part of a camera’s picture', () => {
  it('is cut at the sides of a wide picture', () =>
    expect(visibleArea(1_920, 1_080)).toEqual({ x: 240, y: 0, width: 1_440, height: 1_080 }))

  it('is cut above and below in an upright picture', () =>
    expect(visibleArea(1_080, 1_920)).toEqual({ x: 0, y: 555, width: 1_080, height: 810 }))
})

describe('the outline of a document', () => {
  it.each([
    ['passport', 1.42],
    ['emirates_id', 1.59],
  ] as const)('has the shape of a %s, and lies inside the visible part', (documentType, shape) => {
    const outline = outlinedArea(1_920, 1_080, documentType)
    const visible = visibleArea(1_920, 1_080)
    expect(outline.width / outline.height).toBeCloseTo(shape, 2)
    expect(outline.height).toBeLessThan(visible.height)
    expect(outline.x).toBeGreaterThan(visible.x)
  })
})
