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

const newTraceparent = () => `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`
