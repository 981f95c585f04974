import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { picture, show, violations } from './browser.js'
import { faults } from './faults.js'
import type { Language } from './languages.js'
import { smallTargets } from './targets.js'

const WIDTHS = [360, 1280] as const

/** The narrowest width: that of a small phone, or of a window at 400% (WCAG 1.4.10). */
const NARROWEST = 320

/** Shows a page in each theme and width, and expects no accessibility or layout errors. */
export async function assertEveryLook(page: Page, screen: string, language: Language): Promise<void> {
  for (const theme of ['light', 'dark'] as const) await assertLooks(page, screen, language, theme)
  await assertFits(page, screen, language)
}

/** Shows a page in the narrowest width, in one theme since colours don't change a layout, and expects that it fits. */
async function assertFits(page: Page, screen: string, language: Language): Promise<void> {
  await show(page, { theme: 'light', width: NARROWEST })
  const name = `${screen}-${language}-light-${NARROWEST}`
  await picture(page, name)
  assert.deepEqual(await faults(page, language), [], name)
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
