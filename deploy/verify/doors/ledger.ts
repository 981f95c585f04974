import { poll, type Journey } from '@hissa/testing-driver'
import type { Hissa } from '@hissa/testing-driver/product'
import type { Figures } from '../support/figures.js'

const KILLS = 2
const WAIT = { timeoutMs: 60_000, intervalMs: 25 }
const AMOUNT_AED = 2_000

/** How long after two consecutive kills in the middle of writing the first order is written again. */
export async function verifyLedger(figures: Figures, hissa: Hissa, journey: Journey): Promise<void> {
  const { session } = await journey.becomeInvestor()
  const [property] = await journey.properties()
  const { propertyId } = property!
  await journey.acceptDisclosures(session, propertyId)
  await figures.measure('ledger.recovery', 'ms', 5_000, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await poll('the service', () => journey.dashboard(session), WAIT)
      const writing = journey.checkout(session, { propertyId, amount: AMOUNT_AED }).catch(() => undefined)
      hissa.kill('investment')
      await writing
    }
    // The time that the process takes to start is the supervisor's; what counts is when it writes after it answers.
    await poll('the service', () => journey.dashboard(session), WAIT)
    const answersAt = performance.now()
    await poll('an order', () => journey.checkout(session, { propertyId, amount: AMOUNT_AED }), WAIT)
    return performance.now() - answersAt
  })
}
