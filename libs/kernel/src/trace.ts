import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** W3C trace context of the work in hand, carried across HTTP, RPC and events. */
const storage = new AsyncLocalStorage<{ traceparent: string }>()

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Runs `work` under the given trace, or a new one when there is none or it is malformed. */
export function withTrace<T>(traceparent: string | undefined, work: () => T): T {
  const valid = traceparent && TRACEPARENT.test(traceparent)
  return storage.run({ traceparent: valid ? traceparent : newTraceparent() }, work)
}

export const currentTraceparent = (): string | undefined => storage.getStore()?.traceparent

/** The 32 hex digits that name the trace: what a person quotes when they report an error. */
export const currentTraceId = (): string | undefined => currentTraceparent()?.slice(3, 35)

const newTraceparent = () => `00-${randomHex(32)}-${randomHex(16)}-01`

const POOL_BYTES = 4_096
let pool = ''
let used = 0

/** Random digits from a pool: asking the system for each request's few is a tenth of a small answer's time. */
function randomHex(digits: number): string {
  if (used + digits > pool.length) {
    pool = randomBytes(POOL_BYTES).toString('hex')
    used = 0
  }
  used += digits
  return pool.slice(used - digits, used)
}
