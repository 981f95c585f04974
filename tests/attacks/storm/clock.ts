import { poll } from '@hissa/testing-driver'
import type { Hissa } from '@hissa/testing-driver/product'
import { parseDurationMs } from '../../../local/launcher/src/sandbox/duration.js'

/** Several times as long as the clock waits for pending work. */
const ARRIVES = { timeoutMs: 200_000, intervalMs: 1_000 }

/**
 * Moves business time, however long the due work takes: the gateway closes a request that is silent for a minute, while
 * the clock keeps moving. Retries while a killed service is starting. Throws when the clock does not reach the time.
 */
export async function moveClockTo(hissa: Hissa, target: Date): Promise<void> {
  const set = JSON.stringify({ set: target.toISOString() })
  const arrive = async () => {
    if ((await nowMs(hissa)) >= target.getTime()) return true
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${hissa.url}/sandbox/clock`, { method: 'POST', headers, body: set })
    if (!response.ok) throw new Error(`the clock responded with ${response.status}: ${await response.text()}`)
    return true
  }
  await poll(`business time ${target.toISOString()}`, arrive, ARRIVES)
}

/** Moves business time by an ISO 8601 duration, as `moveClockTo` does. */
export async function moveClockBy(hissa: Hissa, duration: string): Promise<void> {
  await moveClockTo(hissa, new Date((await nowMs(hissa)) + parseDurationMs(duration)!))
}

const nowMs = (hissa: Hissa) => {
  const read = async () =>
    Date.parse(((await (await fetch(`${hissa.url}/sandbox/clock`)).json()) as { now: string }).now)
  return poll('the clock', read, { timeoutMs: 60_000, intervalMs: 500 })
}
