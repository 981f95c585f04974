import { type Fils, fils } from '@hissa/money'
import type { Page } from 'playwright-core'
import type { Account } from './accounts.js'
import type { Screen } from './screen.js'
import { interactive } from './waits.js'

type Act = (page: Page) => Promise<void>

/** Returns the screens on which an order can be paid from cash, and of an order that was, with the step to each. */
export const cashOrderScreens = (
  as: Account,
  slug: () => string,
  paidSession: () => string,
): [string, Screen, Act][] => {
  const review = { path: () => `/investment-flow/${slug()}/review?amount=2000`, as }
  const paid = { path: () => `/payment-success?session_id=${paidSession()}`, as }
  return [
    ['flow-review-cash', review, chooseCash],
    ['flow-review-cash-short', review, (page) => withCash(page, fils(120_050))],
    ['cash-reinvest', { path: '/cash', as }, (page) => withCash(page, fils(512_345))],
    ['payment-success-cash', paid, (page) => asPaidFromCash(page, {})],
    ['payment-returned-cash', paid, (page) => asPaidFromCash(page, RETURNED)],
  ]
}

const RETURNED = { state: 'refunded', reason: 'cancelled', canCancel: false, refundedAt: '2026-11-28T08:00:00Z' }

/** Reloads the page as it is for an investor with this much cash. */
async function withCash(page: Page, availableFils: Fils): Promise<void> {
  await page.route('**/api/cash?*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), availableFils } })
  })
  await page.reload()
  await interactive(page)
  await page.locator('main input[name=pay-from], main a[href*="status=active"]').first().waitFor()
}

async function chooseCash(page: Page): Promise<void> {
  await withCash(page, fils(512_345))
  await page.locator('input[value=cash]').check()
}

/** Reloads an order's page as it is after a payment from cash. */
async function asPaidFromCash(page: Page, change: object): Promise<void> {
  await page.route('**/api/payment/status?*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { order: object }
    const status = 'state' in change ? { status: 'refunded' } : {}
    const order = { ...body.order, paidFrom: 'cash', ...change }
    await route.fulfill({ response: answer, json: { ...body, ...status, order } })
  })
  await page.reload()
  await interactive(page)
  await page.locator('main dl').first().waitFor()
}
