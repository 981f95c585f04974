import * as z from 'zod/mini'
import { setting } from './setting.js'
import { systemTiming, type Timing } from './timing.js'

const PRODUCTION_DELAY_MS = 5_000
const LONGEST_DELAY_MS = 60_000

/** Schema of `DRAIN_DELAY_MS`: how long a process keeps serving HTTP after it reports that it is not ready. */
export const DrainDelay = setting(
  z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(LONGEST_DELAY_MS))),
  'How long a process keeps serving HTTP after it reports that it is not ready, so that load balancers notice.',
  { passedBy: 'all', defaultWords: '5000 in production, otherwise 0' },
)

/**
 * Waits until load balancers have noticed that this process is not ready: for `DRAIN_DELAY_MS`, by default 5 s in
 * production and 0 elsewhere.
 */
export async function waitForTrafficToMove(
  config: { NODE_ENV: string; DRAIN_DELAY_MS?: number | undefined },
  timing: Timing = systemTiming,
): Promise<void> {
  const delayMs = config.DRAIN_DELAY_MS ?? (config.NODE_ENV === 'production' ? PRODUCTION_DELAY_MS : 0)
  if (delayMs > 0) await timing.sleep(delayMs)
}
