import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { picture, show, violations } from './browser.js'
import { faults } from './faults.js'
import { smallTargets } from './targets.js'

const THEMES = ['light', 'dark'] as const
const WIDTHS = [360, 1280] as const

/** Shows a page in each theme and width, and expects no accessibility or layout errors. */
export async function assertEveryLook(page: Page, screen: string, language: 'en' | 'ar'): Promise<void> {
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      await show(page, { theme, width })
      const name = `${screen}-${language}-${theme}-${width}`
      await picture(page, name)
      assert.deepEqual(await violations(page), [], `axe on ${name}`)
      assert.deepEqual(await faults(page, language), [], name)
      if (width === 360) assert.deepEqual(await smallTargets(page), [], `tap targets on ${name}`)
    }
  }
}
