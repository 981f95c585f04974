import { serviceNames, type ServiceName } from '@hissa/contracts'
import { poll } from '@hissa/testing-driver'
import type { Hissa } from '@hissa/testing-driver/product'
import type { Chance } from './chance.js'
import { moveClockBy } from './clock.js'
import { payLate } from './habits.js'
import { type Market, nameOf, pause } from './market.js'

const BACK_WITHIN_MS = 60_000
const BREATH_MS = 3_000

type FaultInjection = (hissa: Hissa, market: Market) => Promise<void>

/** Kills one service and waits until the launcher has restarted it. */
const kill =
  (service: ServiceName): FaultInjection =>
  async (hissa, { tally }) => {
    const before = hissa.run().pids[service]
    hissa.kill(service)
    tally.add(`fault.kill.${service}`)
    const deadline = Date.now() + BACK_WITHIN_MS
    while (hissa.run().pids[service] === before && Date.now() < deadline) await pause(200)
  }

const fault =
  (target: string, mode: string, seconds: number): FaultInjection =>
  async (hissa, { tally }) => {
    await post(hissa, '/sandbox/faults', { target, mode, for: `PT${seconds}S` })
    tally.add(`fault.${target}.${mode}`)
    await pause(seconds * 1_000)
  }

/** Deletes every stream with its consumers and messages. */
const wipeBus: FaultInjection = async (_hissa, { bus, tally }) => {
  for (const { name } of await bus.streams()) await bus.bus.jsm.streams.delete(name)
  tally.add('fault.bus.wiped')
}

/** Moves business time past every open reservation, then pays the late orders. */
const moveClock =
  (duration: string): FaultInjection =>
  async (hissa, market) => {
    await moveClockBy(hissa, duration)
    market.tally.add('fault.clock.moved')
    await payLate(market)
  }

/** The faults of one round. Each round has a different order; only the first one deletes the streams. */
const ROUND: readonly FaultInjection[] = [
  ...serviceNames.map(kill),
  moveClock('PT35M'),
  moveClock('PT3H'),
  fault('payments', 'down', 10),
  fault('payments', 'error', 10),
  fault('payments', 'slow', 10),
  fault('store', 'down', 8),
  fault('store', 'slow', 10),
  fault('bus', 'down', 8),
  fault('email', 'down', 10),
]

/** Injects one fault after another until `untilMs`; always completes the first round. */
export async function injectFaults(hissa: Hissa, market: Market, chance: Chance, untilMs: number): Promise<void> {
  for (let round = 1; Date.now() < untilMs; round += 1) {
    const faults = chance.shuffled(round === 1 ? [...ROUND, wipeBus] : ROUND)
    for (const inject of faults) {
      if (Date.now() >= untilMs && round > 1) return
      try {
        await inject(hissa, market)
      } catch (error) {
        market.tally.add(`chaos.${nameOf(error)}`)
      }
      await pause(BREATH_MS * chance.next())
    }
  }
}

/** Retries while the gateway is starting. */
const post = (hissa: Hissa, path: string, body: object) =>
  poll(
    `the response of ${path}`,
    async () => {
      const response = await fetch(`${hissa.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
      return true
    },
    { timeoutMs: BACK_WITHIN_MS, intervalMs: 500 },
  )
