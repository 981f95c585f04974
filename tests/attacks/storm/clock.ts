import { poll } from '@hissa/testing-driver'
import type { Hissa } from '@hissa/testing-driver/product'
import { parseDurationMs } from '../../../local/launcher/src/sandbox/duration.js'

/** Several times as long as the clock waits for pending work. */
const ARRIVES = { timeoutMs: 200_000, intervalMs: 1_000 }

/**
 * Moves business time, however long the due work takes: the gateway closes a request that is silent for a minute, while
 * the clock keeps moving. Retries while a killed service is starting. Throws when the clock does not reach the time.
 */
export async function moveClockBy(hissa: Hissa, duration: string): Promise<void> {
  const targetMs = (await nowMs(hissa)) + parseDurationMs(duration)!
  const set = JSON.stringify({ set: new Date(targetMs).toISOString() })
  const arrive = async () => {
    if ((await nowMs(hissa)) >= targetMs) return true
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${hissa.url}/sandbox/clock`, { method: 'POST', headers, body: set })
    if (!response.ok) throw new Error(`the clock responded with ${response.status}: ${await response.text()}`)
    return true
  }
  await poll(`business time ${duration} later`, arrive, ARRIVES)
}

const nowMs = (hissa: Hissa) => {
  const read = async () =>
    Date.parse(((await (await fetch(`${hissa.url}/sandbox/clock`)).json()) as { now: string }).now)
  return poll('the clock', read, { timeoutMs: 60_000, intervalMs: 500 })
}
