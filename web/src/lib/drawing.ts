/** The input of an elevation: the property's own figures and a seed from its id. */
export interface DrawingInput {
  floors: number
  bays: number
  seed: number
}

/** Paths of an elevation, one per pen, in a box of `width` × `height` units. */
export interface DrawingModel {
  width: number
  height: number
  tower: string
  podium: string
  windows: string
  lit: string
  balconies: string
  arches: string
  ground: string
  trunks: string
  fronds: string
  water: string
  sun: { x: number; y: number; r: number }
}

const BOXES = { card: [320, 240], wide: [700, 393] } as const
export type DrawingShape = keyof typeof BOXES

/** Computes the elevation. The same property always has the same drawing. */
export function drawProperty(input: DrawingInput, shape: DrawingShape): DrawingModel {
  const [width, height] = BOXES[shape]
  const scale = Math.min(width / 320, height / 240)
  const next = pseudoRandom(input.seed)
  const floors = between(input.floors, 1, shape === 'wide' ? 12 : 13)
  const bays = between(input.bays, 3, 10)
  const groundY = Math.round(height - 29 * scale)
  const podiumHeight = Math.round((floors > 2 ? 17 : 15) * scale)
  const cell = cellSize(floors, bays, width, groundY - podiumHeight, scale)
  const towerWidth = bays * cell.width + 4 * scale
  const towerHeight = floors * cell.height + 2 * scale
  const left = Math.round((width - towerWidth) / 2)
  const podiumTop = groundY - podiumHeight
  const top = podiumTop - towerHeight
  const overhang = Math.round(towerWidth * 0.12 + 8 * scale)
  const podium = { x: left - overhang, w: towerWidth + overhang * 2 }
  const sunR = Math.round(12.5 * scale)
  return {
    width,
    height,
    tower: box(left, top, towerWidth, towerHeight),
    podium: box(podium.x, podiumTop, podium.w, podiumHeight),
    ...facade({ left: left + 2 * scale, top: top + 2 * scale, floors, bays, cell, next }),
    arches: arches(podium.x, podium.w, podiumTop, podiumHeight, scale),
    ground: `M${10 * scale} ${groundY}H${width - 10 * scale}`,
    ...palms(podium, width, groundY, scale),
    water: waterLines(width, groundY, height, scale),
    sun: { x: Math.min(left + towerWidth + 30 * scale, width - sunR - 8), y: Math.max(top + sunR, sunR + 12), r: sunR },
  }
}

function cellSize(floors: number, bays: number, width: number, podiumTop: number, scale: number) {
  const free = podiumTop - 34 * scale
  const height = Math.min(15 * scale, free / floors)
  return { width: Math.floor(Math.min(22 * scale, (width * 0.5) / bays)), height: Math.floor(height) }
}

interface Facade {
  left: number
  top: number
  floors: number
  bays: number
  cell: { width: number; height: number }
  next: () => number
}

function facade({ left, top, floors, bays, cell, next }: Facade) {
  const [w, h] = [Math.round(cell.width * 0.66), Math.round(cell.height * 0.62)]
  let windows = ''
  let lit = ''
  let balconies = ''
  for (let floor = 0; floor < floors; floor += 1) {
    for (let bay = 0; bay < bays; bay += 1) {
      const x = Math.round(left + bay * cell.width + (cell.width - w) / 2)
      const y = Math.round(top + floor * cell.height + (cell.height - h) / 2 - 1)
      const pane = `M${x} ${y}h${w}v${h}h-${w}z`
      if (next() < 0.11) lit += pane
      else windows += pane
      if (bay % 2 === 1) balconies += `M${x - 2} ${y + h + 1}h${w + 4}`
    }
  }
  return { windows, lit, balconies }
}

function arches(x: number, width: number, top: number, height: number, scale: number): string {
  const pitch = 13 * scale
  const count = Math.max(3, Math.floor((width - 6 * scale) / pitch))
  const start = x + (width - count * pitch) / 2
  const r = Math.round(pitch * 0.33)
  const [w, h] = [r * 2, Math.round(height * 0.72)]
  let path = ''
  for (let index = 0; index < count; index += 1) {
    const at = Math.round(start + index * pitch + (pitch - w) / 2)
    path += `M${at} ${top + height}v-${h - r}a${r} ${r} 0 0 1 ${w} 0v${h - r}`
  }
  return path
}

function palms(podium: { x: number; w: number }, width: number, groundY: number, scale: number) {
  const end = podium.x + podium.w
  const places = [
    { x: Math.max(20 * scale, podium.x - 62 * scale), h: 32 },
    { x: Math.max(36 * scale, podium.x - 42 * scale), h: 22 },
    { x: Math.min(width - 22 * scale, end + 58 * scale), h: 38 },
  ].filter((palm) => palm.x < podium.x - 4 * scale || palm.x > end + 4 * scale)
  return {
    trunks: places.map(({ x, h }) => trunk(x, h * scale, groundY)).join(''),
    fronds: places.map(({ x, h }) => crown(x, groundY - h * scale, scale)).join(''),
  }
}

function trunk(x: number, h: number, groundY: number): string {
  return `M${round(x)} ${groundY}q${round(h * 0.05)}-${round(h * 0.5)} 0-${round(h)}`
}

/** Draws a date palm: two arcs over a short fringe. */
function crown(x: number, y: number, scale: number): string {
  const reach = 18 * scale
  const arc = `M${round(x - reach)} ${round(y + reach * 0.48)}Q${round(x - reach * 0.55)} ${round(y - reach * 0.3)} ${round(x)} ${round(y)}Q${round(x + reach * 0.55)} ${round(y - reach * 0.3)} ${round(x + reach)} ${round(y + reach * 0.48)}`
  const fringe = [-0.72, -0.42, -0.16, 0.16, 0.42, 0.72]
    .map(
      (t) =>
        `M${round(x + t * reach)} ${round(y + t * t * reach * 0.3 - reach * 0.06)}l${round(t * reach * 0.16)} ${round(reach * 0.26)}`,
    )
    .join('')
  return arc + fringe
}

function waterLines(width: number, groundY: number, height: number, scale: number): string {
  let path = ''
  for (let y = groundY + 5 * scale; y < Math.min(height, groundY + 29 * scale); y += 5 * scale)
    path += `M0 ${round(y)}H${width}`
  return path
}

function box(x: number, y: number, w: number, h: number): string {
  return `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h-${round(w)}z`
}

/** Mulberry32, a small seeded generator, so that a property's lit windows never change. */
function pseudoRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function between(value: number, low: number, high: number): number {
  return Math.min(Math.max(Math.round(value), low), high)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
