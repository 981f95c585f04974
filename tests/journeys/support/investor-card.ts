import type { CheckedCardState } from '@hissa/contracts/investment'
import type { Page } from 'playwright-core'
import { interactive } from './waits.js'

/** Shows the number and the code of the investor's card, and keeps them: the page's long timers never end. */
export async function withShownCard(page: Page): Promise<void> {
  await page.evaluate(() => {
    const later = window.setTimeout.bind(window)
    const most = 10_000
    Object.assign(window, {
      setInterval: () => 0,
      setTimeout: (run: () => void, ms = 0) => (ms > most ? 0 : later(run, ms)),
    })
  })
  await page.getByRole('button', { name: /^(Show number and code|إظهار الرقم والرمز)$/ }).click()
  await page.getByRole('timer').waitFor()
}

/** Returns a step that leads to the page of the card as it is for an account without one. */
export const withoutCard = (code: 'ACCOUNT_SUSPENDED' | 'KYC_REQUIRED') => async (page: Page) => {
  const problem = { type: 'about:blank', title: code, status: 403, code, detail: code }
  await page.route('**/api/investor-card', (route) => route.fulfill({ status: 403, json: problem }))
  await page.goto(new URL('/investor-digital-card', page.url()).href)
  await interactive(page)
  await page.locator('main h2').first().waitFor()
}

/** Returns a step that answers the check of a card with a state. */
export const withCheckedCard = (state: CheckedCardState) => async (page: Page) => {
  const who = { holder: 'Amal S.', tier: 'gold', memberSince: '2026-01-12T08:00:00.000Z' }
  const about = { type: 'hissa.card.v1', number: '7KXW2MPQ9R4TQ7RD', state, checkedAt: '2026-11-28T09:05:00.000Z' }
  const card = { ...about, ...(state === 'valid' ? who : {}) }
  const signature = { algorithm: 'Ed25519', keyId: 'c0ffee00c0ffee00', value: 'c2lnbmF0dXJl' }
  await page.route('**/api/investor-card/check', (route) => route.fulfill({ json: { success: true, card, signature } }))
  await page.reload()
  await interactive(page)
  await page.locator('main dl').waitFor()
}
