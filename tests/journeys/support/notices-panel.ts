import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { picture, show, violations } from './browser.js'
import type { Language } from './languages.js'

/** Opens the panel under the bell and checks its looks. It exists on wide windows only; phones open the page. */
export async function assertPanelLooks(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: /^(Notifications|الإشعارات)/ }).click()
  await page.locator('#notices-panel').waitFor()
  await page.locator('section[aria-labelledby=notices-panel] li').first().waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await show(page, { theme, width: 1280 })
    await picture(page, `notices-panel-${language}-${theme}`)
    assert.deepEqual(await violations(page), [], `axe on the panel in ${language}, ${theme}`)
  }
}
