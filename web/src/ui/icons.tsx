import type { SVGProps } from 'react'
import { StrokeIcon } from './stroke-icon.js'

/** Path data on a 20 × 20 grid, for a stroke of 1.5. Directional icons are mirrored in right-to-left pages. */
const PATHS = {
  'chevron-down': 'M5 8l5 5 5-5',
  'chevron-end': 'M8 5l5 5-5 5',
  'arrow-back': 'M16 10H4m5-5-5 5 5 5',
  'arrow-end': 'M4 10h12m-5-5 5 5-5 5',
  check: 'M4 10.5l4 4 8-9',
  cross: 'M5 5l10 10M15 5 5 15',
  alert: 'M10 3 18 17H2zM10 8v4m0 2.2v.3',
  info: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM10 9v5m0-7.8v.3',
  clock: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM10 6v4.5l3 1.5',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l4 4',
  filter: 'M3 6h14M6 10h8M8.5 14h3',
  menu: 'M3 6h14M3 10h14M3 14h14',
  eye: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM10 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  'eye-off': 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM3 17 17 3',
  document: 'M5 2.5h7l3 3v12H5zM12 2.5v3h3M7.5 9.5h5m-5 3h5',
  play: 'M6 4l10 6-10 6z',
  pause: 'M7 4v12M13 4v12',
  lock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  upload: 'M10 13V3.5M6 7.5l4-4 4 4M3.5 13v3.5h13V13',
  plus: 'M10 4v12M4 10h12',
  send: 'M10 16V4M5 9l5-5 5 5',
  stop: 'M6 6h8v8H6z',
  sound: 'M3.5 8v4H6l4 3.5v-11L6 8zM13 7.5a3.5 3.5 0 0 1 0 5m2-7.5a7 7 0 0 1 0 10',
  'thumb-up': 'M6.5 9v7.5h-3V9zM6.5 9.5l3-6.5c1.4 0 2 .9 2 2v3h4c1 0 1.6.8 1.4 1.7l-1 5.3c-.2.9-.8 1.5-1.7 1.5H6.5',
  'thumb-down':
    'M13.5 11V3.5h3V11zM13.5 10.5l-3 6.5c-1.4 0-2-.9-2-2v-3h-4c-1 0-1.6-.8-1.4-1.7l1-5.3c.2-.9.8-1.5 1.7-1.5h7.7',
  copy: 'M7.5 7.5h9v9h-9zM4.5 12.5h-1v-9h9v1',
  expand: 'M12 3.5h4.5V8M8 16.5H3.5V12M16.5 3.5 11.5 8.5M3.5 16.5l5-5',
  external: 'M8 4.5H4.5v11h11V12M11.5 4.5h4v4M15.5 4.5l-7 7',
  download: 'M10 3.5V13M6 9.5l4 4 4-4M3.5 13v3.5h13V13',
} as const
export type IconName = keyof typeof PATHS

const DIRECTIONAL = new Set<IconName>(['chevron-end', 'arrow-back', 'arrow-end'])

/** Shows an icon of a screen by its name. */
export function Icon({ name, className = '', ...rest }: { name: IconName; size?: number } & SVGProps<SVGSVGElement>) {
  const mirrored = DIRECTIONAL.has(name) ? 'rtl:-scale-x-100 ' : ''
  return <StrokeIcon path={PATHS[name]} {...rest} className={`${mirrored}${className}`} />
}
