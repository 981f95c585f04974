import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { picture, show, violations } from './browser.js'
import { faults } from './faults.js'
import type { Language } from './languages.js'
import { smallTargets } from './targets.js'

const WIDTHS = [360, 1280] as const

/** Shows a page in each theme and width, and expects no accessibility or layout errors. */
export async function assertEveryLook(page: Page, screen: string, language: Language): Promise<void> {
  for (const theme of ['light', 'dark'] as const) await assertLooks(page, screen, language, theme)
}

/** Shows a page in one theme in each width, and expects no accessibility or layout errors. */
export async function assertLooks(
  page: Page,
  screen: string,
  language: Language,
  theme: 'light' | 'dark',
): Promise<void> {
  for (const width of WIDTHS) {
    await show(page, { theme, width })
    const name = `${screen}-${language}-${theme}-${width}`
    await picture(page, name)
    assert.deepEqual(await violations(page), [], `axe on ${name}`)
    assert.deepEqual(await faults(page, language), [], name)
    if (width === 360) assert.deepEqual(await smallTargets(page), [], `tap targets on ${name}`)
  }
}
