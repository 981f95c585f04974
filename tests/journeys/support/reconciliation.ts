import assert from 'node:assert/strict'
import type { ReconciliationRunView } from '@hissa/contracts/investment'
import type { Journey } from '@hissa/testing-driver'
import type { Page } from 'playwright-core'
import { sampleAccount } from './accounts.js'
import { somePlace } from './later-figures.js'
import { interactive, waitFor } from './waits.js'

const PATH = '/api/finance/reconciliation'
const RUN = {
  ...{ runId: 'r1', state: 'complete', startedAt: '2026-11-27T22:00:00Z', completedAt: '2026-11-27T22:00:04Z' },
  ...{
    processorEntries: 412,
    ledgerEntries: 413,
    otherEntries: 1,
    payments: 400,
    waiting: 2,
    holdings: 96,
    differences: 2,
  },
}
const CHARGE = { part: 'charge', at: '2026-11-27T09:15:00Z' }
const DIFFERENCE = {
  ...{ differenceId: 'pi_3PkT7a0sVnQ1:aed', paymentId: 'pi_3PkT7a0sVnQ1', currency: 'aed', orderId: 'o1' },
  ...{ userId: '0191b7aa-3a1b-7c2d-8e3f-4a5b6c7d8e9f', openedAt: '2026-11-27T22:00:02Z' },
  parts: [
    { part: 'charge', processorMinor: 203_001, ledgerMinor: 203_000 },
    { part: 'refund', processorMinor: -3_000, ledgerMinor: 0 },
  ],
  processor: [
    { ...CHARGE, movementId: 'txn_3PkT7a0sVnQ1', amountMinor: 203_001 },
    { movementId: 'txn_3PkT7a0sVnR2', part: 'refund', amountMinor: -3_000, at: '2026-11-27T11:40:00Z' },
  ],
  ledger: [{ ...CHARGE, movementId: 'settle:cs_test_a1B2c3D4e5F6g7H8i9J0:1', amountMinor: 203_000 }],
}

const HOLDING = {
  ...{ differenceId: 'd2', userId: '0191b7aa-3a1b-7c2d-8e3f-4a5b6c7d8e9f', openedAt: '2026-11-27T22:00:03Z' },
  ...{ ledgerUnits: 20, ledgerRegistered: 20, holdingUnits: 21, holdingRegistered: 20 },
}

/** Runs a reconciliation of the platform with the payments sandbox, and asserts that nothing differs. */
export async function assertReconciled(journey: Journey): Promise<void> {
  const { email, password } = sampleAccount('finance')
  const { idToken: token } = await journey.signIn(email, password)
  const { run } = await journey.api<{ run: ReconciliationRunView }>(`${PATH}/runs`, { token, body: {} })
  const complete = await waitFor('the run', async () => {
    const { runs } = await journey.api<{ runs: ReconciliationRunView[] }>(PATH, { token })
    return runs.find(({ runId, state }) => runId === run.runId && state === 'complete')
  })
  assert.ok(complete.processorEntries > 0, 'the processor has moved money')
  assert.equal(complete.differences, 0)
}

/** Leads to a payment about which both sides disagree. */
export async function withDifference(page: Page): Promise<void> {
  const json = {
    ...{
      success: true,
      nextRunAt: '2026-11-28T22:00:00Z',
      payments: [DIFFERENCE],
      holdings: [{ ...HOLDING, property: await somePlace(page) }],
      registers: [],
    },
    runs: [RUN, { ...RUN, runId: 'r2', startedAt: '2026-11-26T22:00:00Z', differences: 0, waiting: 0 }],
  }
  await page.route(`**${PATH}`, (route) => route.fulfill({ json }))
  await page.reload()
  await interactive(page)
  await page.getByRole('table').first().waitFor()
}
