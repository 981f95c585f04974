import { describe, expect, it } from '@jest/globals'
import { mayHaveLines } from './find-rows.js'

const [width, height] = [1_400, 200]
/** A band whose pixels are black where `isInk` says so. */
const band = (isInk: (x: number, y: number) => boolean) => {
  const pixels = new Uint8Array(width * height)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = isInk(at % width, Math.floor(at / width)) ? 20 : 230
  return { pixels, width, height }
}
const stroke = (x: number) => x % 30 < 6

describe('mayHaveLines', () => {
  it('accepts two lines of characters with paper between them', () => {
    expect(mayHaveLines(band((x, y) => stroke(x) && y % 80 > 40 && y % 80 < 65))).toBe(true)
  })

  it('accepts lines that take half of the width', () => {
    expect(mayHaveLines(band((x, y) => x > 350 && x < 1_050 && stroke(x) && y > 100 && y < 125))).toBe(true)
  })

  it('rejects paper, and an edge from light to dark', () => {
    expect(mayHaveLines(band(() => false))).toBe(false)
    expect(mayHaveLines(band((x) => x > 700))).toBe(false)
  })

  it('rejects strokes from the upper to the lower edge, which are noise', () => {
    expect(mayHaveLines(band((x, y) => (x * 7 + y * 3) % 11 < 5))).toBe(false)
  })
})
