import type { Advice } from './frame-checks.js'

/** How long everything must be good before a picture is taken by itself. */
const STEADY_MS = 1_000

/** Since when everything is good, in milliseconds of any clock; null if something isn't. */
export type GoodSince = number | null

/** Returns since when frames are good, and whether to take the picture now. */
export function nextShutter(since: GoodSince, advice: Advice, nowMs: number): { since: GoodSince; takes: boolean } {
  if (advice !== 'good') return { since: null, takes: false }
  const start = since ?? nowMs
  return { since: start, takes: nowMs - start >= STEADY_MS }
}

/** How long an announced advice stays before another replaces it. */
const SPOKEN_MS = 3_000

/** What was last announced, and when. */
export interface Spoken {
  advice: Advice
  atMs: number
}

/** Returns what a screen reader should hear: one advice every few seconds at most. */
export function nextSpoken(spoken: Spoken | null, advice: Advice, nowMs: number): Spoken {
  if (spoken && (spoken.advice === advice || nowMs - spoken.atMs < SPOKEN_MS)) return spoken
  return { advice, atMs: nowMs }
}
