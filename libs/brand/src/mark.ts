import { readFileSync } from 'node:fs'
import { html, type Html } from './html.js'

/** Returns the mark: two squares turned into an eight-pointed star, one corner square in copper. */
export const mark = (size = 28): Html =>
  html`<svg width="${size}" height="${size}" viewBox="0 0 28 28" aria-hidden="true">
    <g fill="none" stroke="currentColor" stroke-width="1.8">
      <path d="M5.5 5.5h17v17h-17z" />
      <path d="M14 2 26 14 14 26 2 14z" />
    </g>
    <path d="M7.2 7.2h13.6v13.6H7.2z" fill="var(--ground)" />
    <path d="M14 14h9.4v9.4H14z" fill="var(--mine)" />
  </svg>`

/**
 * Reads the mark as a PNG of 120 × 120 pixels on a green tile, which is legible on light and dark grounds, for clients
 * that show no SVG.
 */
export const readMarkPng = (): Buffer => readFileSync(new URL('mark.png', import.meta.url))
