import type { Output } from '@hissa/contracts'
import type { ListStatements } from '@hissa/contracts/investment'
import type { Page } from 'playwright-core'
import { interactive } from './waits.js'

/** The periods of an account that is older than the tested platform. */
const STATEMENTS: Output<typeof ListStatements> = {
  months: [
    { month: '2026-11', from: '2026-11-01', to: '2026-11-27', complete: false },
    { month: '2026-10', from: '2026-10-05', to: '2026-10-31', complete: true },
  ],
  years: [{ year: 2026, from: '2026-10-05', to: '2026-11-27', complete: false }],
  count: 3,
}

/** What a platform of some months has done. */
const RECORD = {
  asOf: '2026-11-28T08:00:00Z',
  registered: { units: 124_800, properties: 12 },
  incomePaid: { amountFils: 123_456_700, distributions: 14, lastPaidAt: '2026-11-20T08:00:00Z' },
  released: { amountFils: 12_345_678_900, raises: 11 },
  register: {
    ...{ sequence: 38, asOf: '2026-11-27T20:00:00Z', publishedAt: '2026-11-27T20:01:00Z' },
    ...{ ledgerSeq: 9_012, treeSize: 640, root: `0x${'5e'.repeat(32)}` },
  },
}

/** Leads from the statements page to the same page of an older account. */
export async function withStatements(page: Page): Promise<void> {
  await page.route('**/api/statements', (route) => route.fulfill({ json: { success: true, ...STATEMENTS } }))
  await page.reload()
  await interactive(page)
  await page.getByRole('table').first().waitFor()
}

/** Leads from another page to the home page of an older platform. */
export async function withRecord(page: Page): Promise<void> {
  await page.route('**/api/track-record', (route) => route.fulfill({ json: { success: true, ...RECORD } }))
  await page.locator('header a').first().click()
  await page.locator('#track-record').waitFor()
}
