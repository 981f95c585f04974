import { describe, expect, it } from '@jest/globals'
import { nextShutter, nextSpoken } from './auto-shutter.js'
import { adviseOn, toGrey, type GreyFrame } from './frame-checks.js'

const WIDTH = 320
const HEIGHT = 220

/** Draws a page with rows of print: strokes five pixels wide on paper, in a frame with a plain margin. */
function page({ margin = 10, paper = 205, ink = 40, table = 190 } = {}): GreyFrame {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(table)
  for (let y = margin; y < HEIGHT - margin; y += 1)
    for (let x = margin; x < WIDTH - margin; x += 1) {
      const isPrint = y % 20 < 12 && x % 16 < 5
      pixels[y * WIDTH + x] = isPrint ? ink : paper
    }
  return { pixels, width: WIDTH, height: HEIGHT }
}

/** Blurs as a lens out of focus: the mean of the pixels on either side, in both directions. */
function blurred(frame: GreyFrame, reach: number): GreyFrame {
  const along = (from: Uint8Array, step: number) =>
    from.map((_, at) => {
      let sum = 0
      for (let each = -reach; each <= reach; each += 1) sum += from[at + each * step] ?? from[at]!
      return sum / (2 * reach + 1)
    })
  return { ...frame, pixels: along(along(frame.pixels, 1), WIDTH) }
}

const moved = (frame: GreyFrame, by: number): GreyFrame => ({
  ...frame,
  pixels: frame.pixels.map((_, at) => frame.pixels[at + by] ?? 0),
})

function withReflection(frame: GreyFrame): GreyFrame {
  const pixels = frame.pixels.slice()
  for (let y = 60; y < 120; y += 1) pixels.fill(255, y * WIDTH + 100, y * WIDTH + 180)
  return { ...frame, pixels }
}

describe('the advice on a frame', () => {
  it('is none for a sharp page that fills the frame and keeps still', () => {
    expect(adviseOn(page(), null)).toBe('good')
    expect(adviseOn(page(), page())).toBe('good')
  })

  it('names too little light', () => expect(adviseOn(page({ paper: 60, ink: 12, table: 50 }), null)).toBe('dark'))

  it('names a reflection', () => expect(adviseOn(withReflection(page()), null)).toBe('glare'))

  it('names a page that is out of focus', () => expect(adviseOn(blurred(page(), 3), null)).toBe('blurred'))

  it('names a page that is too far away', () => expect(adviseOn(page({ margin: 75 }), null)).toBe('far'))

  it('names a hand that moves', () => expect(adviseOn(page(), moved(page(), 4))).toBe('moving'))

  it('asks for light before anything else', () => {
    const dark = page({ paper: 60, ink: 12, table: 50 })
    expect(adviseOn(dark, moved(page(), 4))).toBe('dark')
  })

  it('does not call a bare table a good page', () => {
    const table = { pixels: new Uint8Array(WIDTH * HEIGHT).fill(190), width: WIDTH, height: HEIGHT }
    expect(adviseOn(table, null)).toBe('far')
  })
})

it('converts colours to the brightness that eyes see', () => {
  const { pixels } = toGrey(new Uint8ClampedArray([255, 255, 255, 255, 0, 255, 0, 255, 0, 0, 255, 255]), 3, 1)
  expect([...pixels]).toEqual([255, 149, 28])
})

describe('the automatic shutter', () => {
  it('takes the picture once everything was good for a second', () => {
    const first = nextShutter(null, 'good', 5_000)
    expect(first).toEqual({ since: 5_000, takes: false })
    expect(nextShutter(first.since, 'good', 5_999).takes).toBe(false)
    expect(nextShutter(first.since, 'good', 6_000).takes).toBe(true)
  })

  it('starts again after anything else', () => {
    expect(nextShutter(5_000, 'moving', 5_900)).toEqual({ since: null, takes: false })
    expect(nextShutter(null, 'good', 6_000).takes).toBe(false)
  })
})

describe('what a screen reader hears', () => {
  it('changes every three seconds at most, and is not repeated', () => {
    const first = nextSpoken(null, 'dark', 0)
    expect(nextSpoken(first, 'blurred', 2_999)).toBe(first)
    expect(nextSpoken(first, 'dark', 9_000)).toBe(first)
    expect(nextSpoken(first, 'blurred', 3_000)).toEqual({ advice: 'blurred', atMs: 3_000 })
  })
})
