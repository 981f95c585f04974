/** The product's colours by name: light, then dark. Every pair of text and ground has a contrast of AA or better. */
export const COLOURS = {
  ground: ['#f2f5f3', '#0d1412'],
  surface: ['#ffffff', '#141d1a'],
  sunken: ['#e6ece8', '#0a100e'],
  line: ['#d3dbd6', '#27342f'],
  'line-strong': ['#a3b0a9', '#41524b'],
  /** The border of a control. */
  field: ['#74827b', '#6c7f76'],
  ink: ['#16211d', '#ebf0eb'],
  'ink-2': ['#4d5a54', '#b3c0b9'],
  'ink-3': ['#5c6761', '#8d9b94'],
  primary: ['#0e5a48', '#63c6a8'],
  'primary-hover': ['#0a4437', '#85d6bd'],
  'on-primary': ['#ffffff', '#04231a'],
  'primary-soft': ['#e0ece6', '#14332a'],
  /** Copper: used only for what belongs to the reader. */
  mine: ['#a63f12', '#e79b62'],
  'mine-soft': ['#fae3d8', '#38230f'],
  good: ['#1c7044', '#6cc78f'],
  bad: ['#ab2420', '#ff8f86'],
  warn: ['#805300', '#e3b259'],
  info: ['#1d578a', '#8bbdf0'],
  focus: ['#1d578a', '#8bbdf0'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

/** Returns the colours as custom properties: light or dark as the system prefers, and light in print. */
export function paletteCss(): string {
  const colours = Object.entries(COLOURS).map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  return `:root{color-scheme:light dark;${colours.join(';')}}@media print{:root{color-scheme:light}}`
}
