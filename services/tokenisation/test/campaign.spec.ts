import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { expectAllMintedOnce, mintUnderFaults, report, stateOf, totalOf } from './campaign/campaign.js'
import { Tokenisation } from './harness.js'

/** `npm run test:more` sets more. */
const { CAMPAIGN_SEED = '20261123', CAMPAIGN_CRASHES = '1', CAMPAIGN_TROUBLES = '0.5' } = process.env
const plan = {
  seed: Number(CAMPAIGN_SEED),
  holders: 250,
  crashes: Number(CAMPAIGN_CRASHES),
  troubles: Number(CAMPAIGN_TROUBLES),
}
/** Some faults may strike nothing. */
const LEAST = plan.crashes * 50 + plan.troubles * 35

let service: Tokenisation
beforeAll(async () => {
  const client = { timeoutMs: 300, retries: 1, deadlineMs: 1_000, maxBytes: 2 ** 22, isBatched: true }
  service = await Tokenisation.start({
    lastsMs: 600,
    chain: { rebroadcastAfterMs: 1_000, replaceAfterMs: 5_000, client },
  })
})
afterAll(() => service.stop())

describe('250 holders', () => {
  it('get their shares once while the process ends at each step, and node and chain make trouble', async () => {
    try {
      const { propertyId, orders, faults } = await mintUnderFaults(service, plan)
      process.stdout.write(`${report(faults, plan.seed)}\n`)
      await expectAllMintedOnce(service, propertyId, orders)
      expect(totalOf(faults)).toBeGreaterThanOrEqual(LEAST)
    } catch (error) {
      process.stdout.write(`CAMPAIGN_SEED=${plan.seed}\n${await stateOf(service)}\n`)
      throw error
    }
  }, 900_000)
})
