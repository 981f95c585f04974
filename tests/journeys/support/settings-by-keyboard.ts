import type { Page } from 'playwright-core'
import { pressByKeyboard, tabTo } from './keyboard.js'
import { visit } from './waits.js'

/** Chooses the dark theme in the settings and saves it, by keyboard alone. */
export async function saveThemeByKeyboard(page: Page, hissaUrl: string): Promise<void> {
  await visit(page, `${hissaUrl}/settings/appearance`)
  await tabTo(page, /^System$/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.getByText('You have unsaved changes').waitFor()
  await pressByKeyboard(page, /^Save$/)
  await page.getByText('Settings Saved').waitFor()
}
