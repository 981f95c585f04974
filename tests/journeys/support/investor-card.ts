import type { CheckedCardState } from '@hissa/contracts/investment'
import type { Page } from 'playwright-core'
import type { Account } from './accounts.js'
import type { Screen } from './screen.js'
import { interactive } from './waits.js'

type Act = (page: Page) => Promise<void>

const OWN = '/investor-digital-card'
const CHECK = { path: '/card/7KXW2MPQ9R4TQ7RD', public: true, status: 404 }

/** Returns the screens of the digital card of an investor, with the step that leads to each. */
export const cardScreens = (as: Account): [name: string, screen: Screen, act?: Act][] => [
  ['card', { path: OWN, as }],
  ['card-shown', { path: OWN, as }, withShownCard],
  ['card-replacing', { path: OWN, as }, pressReplace],
  ['card-suspended', { path: '/wallet', as, status: 403 }, withoutCard('ACCOUNT_SUSPENDED')],
  ['card-unverified', { path: '/wallet', as, status: 403 }, withoutCard('KYC_REQUIRED')],
  ['card-checked', CHECK, withCheckedCard('valid')],
  ['card-replaced', CHECK, withCheckedCard('replaced')],
  ['card-unknown', CHECK],
]

async function pressReplace(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Replace card|استبدال البطاقة)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

/** Shows the number and the code of the investor's card, and keeps them: the page's long timers never end. */
async function withShownCard(page: Page): Promise<void> {
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
function withoutCard(code: 'ACCOUNT_SUSPENDED' | 'KYC_REQUIRED'): Act {
  return async (page) => {
    const problem = { type: 'about:blank', title: code, status: 403, code, detail: code }
    await page.route('**/api/investor-card', (route) => route.fulfill({ status: 403, json: problem }))
    await page.goto(new URL('/investor-digital-card', page.url()).href)
    await interactive(page)
    await page.locator('main h2').first().waitFor()
  }
}

/** Returns a step that answers the check of a card with a state. */
function withCheckedCard(state: CheckedCardState): Act {
  return async (page) => {
    const who = { holder: 'Amal S.', tier: 'gold', memberSince: '2026-01-12T08:00:00.000Z' }
    const about = { type: 'hissa.card.v1', number: '7KXW2MPQ9R4TQ7RD', state, checkedAt: '2026-11-28T09:05:00.000Z' }
    const card = { ...about, ...(state === 'valid' ? who : {}) }
    const signature = { algorithm: 'Ed25519', keyId: 'c0ffee00c0ffee00', value: 'c2lnbmF0dXJl' }
    await page.route('**/api/investor-card/check', (route) =>
      route.fulfill({ json: { success: true, card, signature } }),
    )
    await page.reload()
    await interactive(page)
    await page.locator('main dl').waitFor()
  }
}
