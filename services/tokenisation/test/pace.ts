import type { Pace } from '../src/pace.js'

/**
 * A difference lasts for longer than any test, so that only a test that moves wall time has a token halted. Tests that
 * need a token compared move wall time too (`untilAgrees`), so those that haven't changed are rarely compared again.
 */
export const PACE = {
  ...{ pollMs: 60, workMs: 50, compareMs: 100, compareUnchangedMs: 10_000, lastsMs: 24 * 3_600_000 },
  ...{ recheckMs: 500, retryMs: 300, reviewMs: 3_000 },
} satisfies Pace

/** Between two looks for a state that lasts. Each look costs the worker and the store a few milliseconds. */
export const LASTING_MS = 100
