import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startHissa, type Hissa } from '@hissa/testing-driver/product'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser, openContext } from './support/browser.js'
import { consoleErrorsOf } from './support/faults.js'
import { tabTo } from './support/keyboard.js'
import { assertEveryLook } from './support/looks.js'

const LANGUAGES = ['en', 'ar'] as const
type Language = (typeof LANGUAGES)[number]
const HUB = '/knowledge-avenue'
const TEXTS = {
  en: { check: 'Check my answers', mae: 'Ask Mae', source: 'Fees', ask: 'What fees do I pay?' },
  ar: {
    ...{ check: 'تحقق من إجاباتي', mae: 'اسأل ماي', source: 'الرسوم' },
    ask: 'ما الرسوم التي أدفعها؟',
  },
}

describe('the learning hub, in a browser', () => {
  let hissa: Hissa
  let browser: Browser
  let storage: Awaited<ReturnType<BrowserContext['storageState']>>

  before(async () => {
    hissa = await startHissa()
    browser = await openBrowser()
    const { context } = await openContext(browser, { width: 1280 })
    const page = await context.newPage()
    await page.goto(`${hissa.url}/signin`)
    await page.getByLabel('Email').fill('investor@hissa.test')
    await page.getByLabel('Password', { exact: true }).fill('Hissa-2026!')
    await page.getByRole('button', { name: 'Sign in' }).last().click()
    await page.waitForURL((url) => !url.pathname.includes('/signin'))
    storage = await context.storageState()
    await context.close()
  })

  after(async () => {
    await browser?.close()
    await hissa?.stop()
  })

  /** Opens a page as the investor, and expects no errors in its console. */
  const visit = async (path: string, language: Language, look: (page: Page) => Promise<void>, status?: number) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      storageState: storage,
    })
    const consoleErrors = consoleErrorsOf(context, status)
    await context.addInitScript((chosen) => {
      if (location.protocol === 'about:') return // The initial blank page has no storage.
      const settings = JSON.parse(localStorage.getItem('userSettings') ?? '{}') as Record<string, unknown>
      localStorage.setItem('userSettings', JSON.stringify({ ...settings, language: chosen }))
    }, language)
    const page = await context.newPage()
    await page.goto(hissa.url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await look(page)
    assert.deepEqual(consoleErrors, [], `the console of ${path} in ${language}`)
    await context.close()
  }

  for (const [name, path, status] of [
    ['learning', HUB],
    ['learning-search', `${HUB}?q=refund`],
    ['learning-none', `${HUB}?q=zebra`],
    ['lesson', `${HUB}/risks`],
    ['lesson-unknown', `${HUB}/no-such-article`, 404],
    ['glossary', `${HUB}/glossary`],
    ['quiz', `${HUB}/quiz/register-and-tokens`],
  ] as const)
    it(`shows ${name} without accessibility or layout errors`, async () => {
      for (const language of LANGUAGES)
        await visit(path, language, (page) => assertEveryLook(page, name, language), status)
    })

  it('explains the answers to a quiz, without accessibility or layout errors', async () => {
    for (const language of LANGUAGES)
      await visit(`${HUB}/quiz/register-and-tokens`, language, async (page) => {
        for (const group of await page.getByRole('group').all()) await group.getByRole('radio').first().check()
        await page.getByRole('button', { name: TEXTS[language].check }).click()
        await page.getByRole('radio', { disabled: true }).first().waitFor()
        await assertEveryLook(page, 'quiz-result', language)
      })
  })

  it('marks an article as read by keyboard, which the path shows', async () => {
    await visit(`${HUB}/tokens`, 'en', async (page) => {
      await tabTo(page, /^Mark as read$/)
      await page.keyboard.press('Enter')
      await page.getByText(/^Read on /).waitFor()
      await page.goto(hissa.url + HUB)
      await page.getByRole('region', { name: 'The register and the tokens' }).getByText('1 of 4 read').waitFor()
      await page.getByRole('progressbar', { name: '1 of 4 read' }).waitFor()
    })
    await visit(HUB, 'ar', (page) => assertEveryLook(page, 'learning-read', 'ar'))
  })

  it('opens the article that an answer of the assistant cites', async () => {
    for (const language of LANGUAGES)
      await visit(HUB, language, async (page) => {
        const { mae, ask, source } = TEXTS[language]
        await page.getByRole('main').getByRole('button', { name: mae, exact: true }).click()
        const panel = page.getByRole('dialog')
        await panel.getByRole('button', { name: ask }).first().click()
        await panel.getByRole('link', { name: source, exact: true }).click()
        await page.waitForURL((url) => url.pathname === `${HUB}/fees`)
        await page.getByRole('heading', { level: 1, name: source }).waitFor()
      })
  })

  it('asks visitors to sign in first', async () => {
    const { context } = await openContext(browser, { width: 1280 })
    const page = await context.newPage()
    await page.goto(`${hissa.url}${HUB}/fees`)
    await page.waitForURL((url) => url.pathname === '/signin')
    await context.close()
  })
})
