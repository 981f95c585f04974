import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { interactive } from './waits.js'

/** Asserts that the bar at the foot of a phone's first screen leads to the invest box and shows its amount. */
export async function assertInvestBox(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 640 })
  const field = page.locator('#amount')
  const button = page.locator('#invest button[type=submit]')
  const bar = page.locator('div:not([inert]):has(> div > a[href="#invest"])')
  const link = (await bar.getByRole('link').boundingBox())!
  assert.ok(link.y >= 0 && link.y + link.height <= 640, `the link ends at ${link.y + link.height}`)
  await bar.getByRole('link').click()
  await page.locator('#amount:focus').fill('3,000')
  await page.evaluate(() => document.querySelector('footer')!.scrollIntoView())
  await bar.filter({ hasText: '3,000' }).waitFor()
  await page.reload()
  await interactive(page)
  assert.equal(await field.inputValue(), '3,000')
  await page.evaluate(() => scrollTo(0, 0))
  await button.click()
  // The other language may have reserved shares for the same investor first.
  await page.waitForURL(/investment-flow|\/c\/pay\/|\/payment\//)
}
