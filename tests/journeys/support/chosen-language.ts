import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { picture, show, violations } from './browser.js'
import { faults } from './faults.js'
import { smallTargets } from './targets.js'
import { interactive, visit } from './waits.js'

/** The languages that are written from left to right like English, whose screens differ from it by their texts only. */
const CHOSEN = { fr: 'Français', es: 'Español' } as const

/**
 * Chooses each of the languages in the header's menu, by keyboard, and expects a page without untranslated, cut off or
 * inaccessible texts on a phone and on a desktop.
 */
export async function assertChosenLanguages(page: Page, screen: string): Promise<void> {
  for (const language of ['fr', 'es'] as const) {
    await choose(page, language)
    for (const width of [1280, 360]) {
      await show(page, { theme: 'light', width })
      const name = `${screen}-${language}-light-${width}`
      await picture(page, name)
      assert.deepEqual(await faults(page, language), [], name)
    }
    assert.deepEqual(await violations(page), [], `axe on ${screen} in ${language}`)
    assert.deepEqual(await smallTargets(page), [], `tap targets on ${screen} in ${language}`)
    assert.deepEqual(await englishTexts(page), [], `${screen} in ${language}`)
  }
}

/** Asserts that a page in Spanish names its translations, and that the next page is in Spanish too. */
export async function assertLanguageKept(page: Page, url: string): Promise<void> {
  await visit(page, `${url}/es/properties`)
  assert.equal(await page.locator('link[rel=canonical]').getAttribute('href'), `${url}/es/properties`)
  const translations = page.locator('link[rel=alternate][hreflang]')
  const languages = await translations.evaluateAll((links) => links.map((link) => link.getAttribute('hreflang')))
  assert.deepEqual(languages, ['en', 'ar', 'fr', 'es', 'x-default'])
  await page.goto(`${url}/settings/language`)
  await page.locator('html[lang=es]').waitFor()
}

async function choose(page: Page, language: keyof typeof CHOSEN): Promise<void> {
  const menu = page.locator('header button[popovertarget]').first()
  await menu.focus()
  await page.keyboard.press('Enter')
  const link = page.locator(`header a[hreflang=${language}]`)
  await link.focus()
  assert.equal(await link.innerText(), CHOSEN[language])
  await page.keyboard.press('Enter')
  await page.locator(`html[lang=${language}]`).waitFor()
  await link.waitFor({ state: 'hidden' })
  await interactive(page)
}

/** Returns texts of the page's frame and controls with a word that only English has. Content of properties is English. */
function englishTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('nav, label, legend, th, button, a, h1, h2, footer p')]
      .filter((element) => element.checkVisibility() && !element.closest('[lang=en]'))
      .map(({ innerText }) => innerText)
      .filter((text) => /\b(the|your|you|with|and)\b/i.test(text)),
  )
}
