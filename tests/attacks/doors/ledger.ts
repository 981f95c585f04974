import { poll, type Journey } from '@hissa/testing-driver'
import type { Hissa } from '@hissa/testing-driver/product'
import type { Metrics } from '../support/metrics.js'

const KILLS = 2
const WAIT = { timeoutMs: 60_000, intervalMs: 25 }
const AMOUNT_AED = 2_000

/** Measures the time until the first order is written after two consecutive kills during writes. */
export async function verifyLedger(metrics: Metrics, hissa: Hissa, journey: Journey): Promise<void> {
  const { session } = await journey.becomeInvestor()
  const [property] = await journey.properties()
  const { propertyId } = property!
  await journey.meetRequirements(session, propertyId)
  await metrics.measure('ledger.recovery', 'ms', 5_000, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await poll('the service', () => journey.dashboard(session), WAIT)
      const writing = journey.checkout(session, { propertyId, amount: AMOUNT_AED }).catch(() => undefined)
      hissa.kill('investment')
      await writing
    }
    // Starting the process is the supervisor's work, so the time counts from its first response to its first write.
    await poll('the service', () => journey.dashboard(session), WAIT)
    const answersAt = performance.now()
    await poll('an order', () => journey.checkout(session, { propertyId, amount: AMOUNT_AED }), WAIT)
    return performance.now() - answersAt
  })
}
