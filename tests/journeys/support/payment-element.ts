import type { FrameLocator, Page } from 'playwright-core'

/** Returns the frame of the card fields. */
export const cardFrame = (page: Page): FrameLocator => page.frameLocator('iframe[src*="/elements/payment"]')

/** Enters a card in the Payment Element of `/payment/:orderId`. */
export async function enterCard(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page)
  await frame.locator('input[name=number]').fill(number)
  await frame.locator('input[name=expiry]').fill('12 / 34')
  await frame.locator('input[name=cvc]').fill('123')
  await frame.locator('input[name=name]').fill('Test Card')
}

/** Presses the button that confirms the entered or chosen card. */
export async function confirmCard(page: Page): Promise<void> {
  await page.locator('main button.w-full').first().click()
}

/** Decides the bank's 3-D Secure page, which is shown over the page. */
export async function decideChallenge(page: Page, result: 'complete' | 'fail'): Promise<void> {
  await page.frameLocator('iframe[src*="/elements/3ds"]').locator(`button[value=${result}]`).click()
}
