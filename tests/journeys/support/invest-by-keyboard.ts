import type { Page } from 'playwright-core'
import { pressByKeyboard, tabTo } from './keyboard.js'
import { chooseRightAnswers } from './steps.js'
import { visit } from './waits.js'

/** Invests from a property's page by keyboard alone, as an investor who is signed in. */
export async function investByKeyboard(page: Page, address: string): Promise<void> {
  await visit(page, address)
  await tabTo(page, /Your investment/)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('3000')
  await tabTo(page, /^Invest$/)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => /investment-flow|\/c\/pay\//.test(url.pathname))
  if (page.url().includes('investment-flow')) {
    await page.waitForURL(/\/(eligibility|disclosures)/)
    if (page.url().includes('/eligibility')) {
      // One press chooses an option; the arrow keys move between the options of a question.
      await chooseRightAnswers(page, async (option) => {
        await option.focus()
        await page.keyboard.press('Space')
      })
      await pressByKeyboard(page, /Check my answers/)
    }
    await page.getByRole('heading', { name: 'Read before you pay' }).waitFor()
    const boxes = page.getByRole('checkbox')
    await boxes.first().waitFor()
    for (let left = await boxes.count(); left > 0; left -= 1) {
      await tabTo(page, 'checkbox')
      await page.keyboard.press('Space')
    }
    await pressByKeyboard(page, /Accept and continue/)
    await page.getByRole('button', { name: /^Pay/ }).waitFor()
    await pressByKeyboard(page, /^Pay/)
    await page.waitForURL(/\/c\/pay\//)
  }
  for (const [field, value] of [
    [/card number/i, '4242424242424242'],
    [/expir/i, '1234'],
    [/cvc|security/i, '123'],
    [/name/i, 'Test Card'],
  ] as const) {
    await tabTo(page, field)
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your payment has arrived' }).waitFor()
}
