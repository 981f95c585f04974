import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { picture, show, violations } from './browser.js'
import { faults } from './faults.js'
import type { Language } from './languages.js'
import { smallTargets } from './targets.js'

type Theme = 'light' | 'dark'
type Look = readonly [theme: Theme, width: number]

const PHONE = 360
const DESKTOP = 1280
/** The narrowest width: that of a small phone, or of a window at 400% (WCAG 1.4.10). */
const NARROWEST = 320

const EVERY_LOOK: readonly Look[] = [
  ['light', PHONE],
  ['light', DESKTOP],
  ['dark', PHONE],
  ['dark', DESKTOP],
]
/** Each theme and each width; both languages together cover each pair. */
const SOME_LOOKS: Readonly<Record<Language, readonly Look[]>> = {
  en: [
    ['light', PHONE],
    ['dark', DESKTOP],
  ],
  ar: [
    ['dark', PHONE],
    ['light', DESKTOP],
  ],
}
const showsAll = Boolean(process.env['HISSA_EVERY_LOOK'] ?? process.env['HISSA_PICTURES'])

/**
 * Shows a page in both themes and widths, and expects no accessibility or layout errors. `HISSA_EVERY_LOOK` shows every
 * pair of theme and width in each language.
 */
export async function assertEveryLook(page: Page, screen: string, language: Language): Promise<void> {
  for (const look of showsAll ? EVERY_LOOK : SOME_LOOKS[language]) await assertLook(page, screen, language, look)
  await assertFits(page, screen, language)
}

/** Shows a page in one theme in each width, and expects no accessibility or layout errors. */
export async function assertLooks(page: Page, screen: string, language: Language, theme: Theme): Promise<void> {
  for (const width of [PHONE, DESKTOP]) await assertLook(page, screen, language, [theme, width])
}

async function assertLook(page: Page, screen: string, language: Language, [theme, width]: Look): Promise<void> {
  await show(page, { theme, width })
  const name = `${screen}-${language}-${theme}-${width}`
  await picture(page, name)
  assert.deepEqual(await violations(page), [], `axe on ${name}`)
  assert.deepEqual(await faults(page, language), [], name)
  if (width === PHONE) assert.deepEqual(await smallTargets(page), [], `tap targets on ${name}`)
}

/** Shows a page in the narrowest width, in one theme since colours don't change a layout, and expects that it fits. */
async function assertFits(page: Page, screen: string, language: Language): Promise<void> {
  await show(page, { theme: 'light', width: NARROWEST })
  const name = `${screen}-${language}-light-${NARROWEST}`
  await picture(page, name)
  assert.deepEqual(await faults(page, language), [], name)
}
