/** Pixels of a band in grey, row by row. */
export interface GreyBand {
  pixels: Uint8Array
  width: number
  height: number
}

/** A part is about as wide as a character and a half, so that a row through a line has strokes in most parts. */
const PARTS = 28
/** Between the darkest and the lightest pixel of a part; faint patterns of a page have less. */
const CONTRAST = 50
const FEWEST_PARTS = 10
/** Rows through the smallest characters that can be read. */
const FEWEST_ROWS = 5
/** Between lines of text there is paper; noise has strokes everywhere. */
const NOISE_PARTS = 25
const NOISE_SHARE = 0.9

/**
 * Returns whether lines of text are possible in a band: rows of strokes from side to side, and paper between them. It reads
 * nothing; it spares the engine, which takes seconds for a picture of a wall and minutes for noise.
 */
export function mayHaveLines({ pixels, width, height }: GreyBand): boolean {
  let rows = 0
  let full = 0
  for (let y = 0; y < height; y += 1) {
    const count = partsWithStrokes(pixels.subarray(y * width, (y + 1) * width))
    if (count >= FEWEST_PARTS) rows += 1
    if (count >= NOISE_PARTS) full += 1
  }
  return rows >= FEWEST_ROWS && full < height * NOISE_SHARE
}

function partsWithStrokes(row: Uint8Array): number {
  let count = 0
  for (let part = 0; part < PARTS; part += 1) {
    const from = Math.floor((part * row.length) / PARTS)
    if (hasStroke(row.subarray(from, Math.floor(((part + 1) * row.length) / PARTS)))) count += 1
  }
  return count
}

/** Returns whether pixels go from light to dark and back, or the other way round. */
function hasStroke(pixels: Uint8Array): boolean {
  let [darkest, lightest] = [255, 0]
  for (const pixel of pixels) {
    if (pixel < darkest) darkest = pixel
    if (pixel > lightest) lightest = pixel
  }
  const range = lightest - darkest
  if (range < CONTRAST) return false
  let isDark: boolean | undefined
  let changes = 0
  for (const pixel of pixels) {
    const now = pixel < darkest + range * 0.35 ? true : pixel > darkest + range * 0.65 ? false : isDark
    if (isDark !== undefined && now !== isDark) changes += 1
    isDark = now
  }
  return changes >= 2
}
