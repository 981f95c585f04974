import { after, before, describe, it } from 'node:test'
import { createJourney } from '@hissa/testing-driver'
import { startHissa, type Hissa } from '@hissa/testing-driver/product'
import type { Browser, Page } from 'playwright-core'
import { Accounts, sampleAccount } from './support/accounts.js'
import { openBrowser, withPage } from './support/browser.js'
import { tabTo } from './support/keyboard.js'
import { inEachLanguage, type Language } from './support/languages.js'
import { assertEveryLook } from './support/looks.js'
import { Screens } from './support/screen.js'

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
  let screens: Screens

  before(async () => {
    hissa = await startHissa()
    browser = await openBrowser()
    const journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
    screens = new Screens(browser, hissa.url, new Accounts(journey, hissa.url))
  })

  after(async () => {
    await browser?.close()
    await hissa?.stop()
  })

  const visit = (path: string, language: Language, look: (page: Page) => Promise<void>, status?: number) =>
    screens.open({ path, status, as: sampleAccount('investor') }, language, look)

  for (const [name, path, status] of [
    ['learning', HUB],
    ['learning-search', `${HUB}?q=refund`],
    ['learning-none', `${HUB}?q=zebra`],
    ['lesson', `${HUB}/risks`],
    ['lesson-unknown', `${HUB}/no-such-article`, 404],
    ['glossary', `${HUB}/glossary`],
    ['quiz', `${HUB}/quiz/register-and-tokens`],
  ] as const)
    it(`shows ${name} without accessibility or layout errors`, () =>
      inEachLanguage((language) => visit(path, language, (page) => assertEveryLook(page, name, language), status)))

  it('explains the answers to a quiz, without accessibility or layout errors', () =>
    inEachLanguage((language) =>
      visit(`${HUB}/quiz/register-and-tokens`, language, async (page) => {
        for (const group of await page.getByRole('group').all()) await group.getByRole('radio').first().check()
        await page.getByRole('button', { name: TEXTS[language].check }).click()
        await page.getByRole('radio', { disabled: true }).first().waitFor()
        await assertEveryLook(page, 'quiz-result', language)
      }),
    ))

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

  it('opens the article that an answer of the assistant cites', () =>
    inEachLanguage((language) =>
      visit(HUB, language, async (page) => {
        const { mae, ask, source } = TEXTS[language]
        await page.getByRole('main').getByRole('button', { name: mae, exact: true }).click()
        const panel = page.getByRole('dialog')
        await panel.getByRole('button', { name: ask }).first().click()
        await panel.getByRole('link', { name: source, exact: true }).click()
        await page.waitForURL((url) => url.pathname === `${HUB}/fees`)
        await page.getByRole('heading', { level: 1, name: source }).waitFor()
      }),
    ))

  it('asks visitors to sign in first', () =>
    withPage(browser, {}, async (page) => {
      await page.goto(`${hissa.url}${HUB}/fees`)
      await page.waitForURL((url) => url.pathname === '/signin')
    }))
})
