/** What to change before a picture is taken; `good` if nothing. */
export type Advice = 'dark' | 'glare' | 'far' | 'moving' | 'blurred' | 'good'

/** The brightness of a frame's pixels, from 0 to 255, row by row. */
export interface GreyFrame {
  pixels: Uint8Array
  width: number
  height: number
}

/** Mean brightness below which letters are lost in noise. */
const DARK = 70
/** Brightness of a reflection, and the share of the document that it may cover. */
const BURNT = 252
const BURNT_SHARE = 0.03
/** Step of brightness between neighbours that print and edges have, and paper and tables don't. */
const EDGE = 24
/** Share of the frame's width and height that a document should fill. */
const FILLED = 0.6
/** Mean difference to the frame before, above which the hand is moving. */
const MOVED = 12
/** Sharpness below which fine print is smeared; see `sharpness`. */
const SHARP = 0.3

/** Converts the pixels of a canvas (red, green, blue, alpha) to brightness. */
export function toGrey(rgba: Uint8ClampedArray, width: number, height: number): GreyFrame {
  const pixels = new Uint8Array(width * height)
  for (let at = 0; at < pixels.length; at += 1)
    pixels[at] = (rgba[at * 4]! * 77 + rgba[at * 4 + 1]! * 150 + rgba[at * 4 + 2]! * 29) >> 8
  return { pixels, width, height }
}

/**
 * Returns what to change first. `frame` shows what is inside the outline on the screen, `before` the same area a moment
 * earlier. Light comes first, because the other checks need it.
 */
export function adviseOn(frame: GreyFrame, before: GreyFrame | null): Advice {
  if (meanOf(frame) < DARK) return 'dark'
  if (burntShare(frame) > BURNT_SHARE) return 'glare'
  if (before && differenceOf(frame, before) > MOVED) return 'moving'
  const sharp = sharpness(frame)
  if (sharp !== null && sharp < SHARP) return 'blurred'
  const { width, height } = extentOf(frame)
  return width < FILLED * frame.width || height < FILLED * frame.height ? 'far' : 'good'
}

function meanOf({ pixels }: GreyFrame): number {
  let sum = 0
  for (const pixel of pixels) sum += pixel
  return sum / pixels.length
}

function burntShare({ pixels }: GreyFrame): number {
  let burnt = 0
  for (const pixel of pixels) if (pixel >= BURNT) burnt += 1
  return burnt / pixels.length
}

/** Returns the mean difference of brightness; frames of different sizes differ completely. */
function differenceOf(frame: GreyFrame, before: GreyFrame): number {
  if (frame.pixels.length !== before.pixels.length) return 255
  let sum = 0
  for (let at = 0; at < frame.pixels.length; at += 1) sum += Math.abs(frame.pixels[at]! - before.pixels[at]!)
  return sum / frame.pixels.length
}

/** Returns the size of the area that has print or edges, in pixels. */
function extentOf({ pixels, width, height }: GreyFrame): { width: number; height: number } {
  const columns = new Uint16Array(width)
  const rows = new Uint16Array(height)
  for (let y = 1; y < height; y += 1)
    for (let x = 1; x < width; x += 1) {
      const at = y * width + x
      const step = Math.max(Math.abs(pixels[at]! - pixels[at - 1]!), Math.abs(pixels[at]! - pixels[at - width]!))
      if (step < EDGE) continue
      columns[x]! += 1
      rows[y]! += 1
    }
  return { width: spanOf(columns), height: spanOf(rows) }
}

/** Returns the distance from the first to the last place that has more than single pixels of noise. */
function spanOf(counts: Uint16Array): number {
  const isUsed = (count: number) => count > 2
  const first = counts.findIndex(isUsed)
  return first === -1 ? 0 : counts.findLastIndex(isUsed) - first + 1
}

/**
 * Returns how sharp the edges are: the mean, over the strongest edges, of the largest step between neighbours as a share
 * of the whole change within three pixels on either side. A sharp edge changes within one or two pixels. Null without edges.
 */
function sharpness({ pixels, width, height }: GreyFrame): number | null {
  const REACH = 3
  let sum = 0
  let edges = 0
  for (let y = 0; y < height; y += 1)
    for (let x = REACH; x < width - REACH; x += 1) {
      const at = y * width + x
      let low = 255
      let high = 0
      let step = 0
      for (let near = at - REACH; near <= at + REACH; near += 1) {
        const value = pixels[near]!
        if (value < low) low = value
        if (value > high) high = value
        if (near > at - REACH) step = Math.max(step, Math.abs(value - pixels[near - 1]!))
      }
      // Counts an edge where it is steepest, and not beside it, where only a part of its change is in reach.
      if (high - low < EDGE || Math.abs(pixels[at]! - pixels[at - 1]!) < step) continue
      sum += step / (high - low)
      edges += 1
    }
  return edges === 0 ? null : sum / edges
}
