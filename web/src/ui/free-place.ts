/** A vertical range of the screen, in pixels from its top. */
export interface Span {
  top: number
  bottom: number
}

const GAP_PX = 4
const EDGE_PX = 16
const STEP_PX = 8

interface Places {
  /** Height of the card. */
  height: number
  screenHeight: number
  /** Space that the device's bottom edge occupies. */
  inset: number
  /** The page's header, if it is on the screen. */
  header: Span | undefined
  /** What must stay uncovered: fields, buttons, links and bars. */
  taken: readonly Span[]
  /** The current position of the card. */
  current: number | null
}

/**
 * Returns the distance from the top of the screen where a card covers nothing that must stay uncovered. Tries the
 * current position, below the header, the foot and then upwards from the foot; falls back to where it covers least.
 * It never covers the header.
 */
export function freeTop({ height, screenHeight, inset, header, taken, current }: Places): number {
  const first = Math.max(0, header?.bottom ?? 0) + GAP_PX
  const foot = Math.max(first, screenHeight - height - Math.max(EDGE_PX, inset))
  const places = [...(current !== null && current >= first ? [current] : []), ...(header ? [first] : []), foot]
  for (let top = foot; top >= first; top -= STEP_PX) places.push(top)
  const covered = (top: number) => taken.filter((span) => span.top < top + height && span.bottom > top).length
  let best = foot
  for (const top of places) {
    if (covered(top) === 0) return top
    if (covered(top) < covered(best)) best = top
  }
  return best
}
