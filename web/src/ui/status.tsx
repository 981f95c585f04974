import type { ReactNode } from 'react'
import { cx } from '../lib/cx.js'

/** A tone has a colour and a shape, so that neither is needed alone; the word carries the meaning. */
const TONES = {
  good: { colour: 'text-good', shape: <rect x="1" y="1" width="8" height="8" rx="2" /> },
  info: { colour: 'text-info', shape: <circle cx="5" cy="5" r="4" /> },
  warn: { colour: 'text-warn', shape: <path d="M5 .8 9.6 9H.4z" /> },
  bad: { colour: 'text-bad', shape: <path d="M5 .4 9.6 5 5 9.6.4 5z" /> },
  mine: { colour: 'text-mine', shape: <rect x="1" y="1" width="8" height="8" rx="2" /> },
  neutral: {
    colour: 'text-ink-3',
    shape: <circle cx="5" cy="5" r="3.2" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  },
} as const
export type Tone = keyof typeof TONES

/** Renders a word in a hairline pill with a coloured shape before it. */
export function StatusBadge({ tone, children, className }: { tone: Tone; children: ReactNode; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-2 rounded-full border border-line bg-surface py-0.5 ps-2.5 pe-3 text-13 text-ink',
        className,
      )}
    >
      <StatusShape tone={tone} />
      {children}
    </span>
  )
}

/** Draws the shape of a tone, for a place where its word has no pill. */
export function StatusShape({ tone }: { tone: Tone }) {
  const { colour, shape } = TONES[tone]
  return (
    <svg viewBox="0 0 10 10" width="9" height="9" fill="currentColor" aria-hidden="true" className={colour}>
      {shape}
    </svg>
  )
}

/** Renders a neutral label without a state: a type, a filter. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex rounded-full border border-line bg-surface px-3 py-0.5 text-13 text-ink-2">
      {children}
    </span>
  )
}
