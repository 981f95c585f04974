import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

const TEXTS = {
  en: {
    open: 'Ask Mae',
    suggested: 'What fees do I pay?',
    field: 'Your question',
    sources: 'Sources',
    offTopic: 'will it rain tomorrow',
  },
  ar: {
    open: 'اسأل ماي',
    suggested: 'ما الرسوم التي أدفعها؟',
    field: 'سؤالك',
    sources: 'المصادر',
    offTopic: 'هل ستمطر غداً',
  },
}

type Language = keyof typeof TEXTS

const opener = (page: Page, language: Language) => page.getByRole('button', { name: TEXTS[language].open, exact: true })

/** Opens the assistant's panel, asks a suggested question and then one off topic, and waits for both answers. */
export async function askInPanel(page: Page, language: Language): Promise<Locator> {
  const { suggested, field, sources, offTopic } = TEXTS[language]
  await opener(page, language).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: suggested }).first().click()
  await panel.getByText(sources).waitFor()
  await panel.getByLabel(field).fill(offTopic)
  await page.keyboard.press('Enter')
  await panel.getByText(offTopic).waitFor()
  await panel.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  return panel
}

/** Closes the panel by keyboard; the focus returns to the button that opened it. */
export async function closePanel(page: Page, panel: Locator, language: Language): Promise<void> {
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  assert.equal(await opener(page, language).evaluate((element) => element === document.activeElement), true)
}
