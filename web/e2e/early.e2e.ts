import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createJourney } from '@hissa/testing/journey'
import { startHissa, type Hissa } from '@hissa/testing/product'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, openContext } from './support/browser.js'

describe('a page whose script is late', () => {
  let hissa: Hissa
  let browser: Browser
  let slug = ''

  before(async () => {
    hissa = await startHissa()
    browser = await openBrowser()
    const journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
    slug = (await journey.properties('status=active&sort=price_high&limit=1'))[0]!.slug
  })

  after(async () => {
    await browser?.close()
    await hissa?.stop()
  })

  /** The page as it stands before its script; `release` lets the script come. */
  const openEarly = async (path: string, options: { locale?: string } = {}) => {
    const { context } = await openContext(browser, { width: 360, ...options })
    const page = await context.newPage()
    let release = () => {}
    const held = new Promise<void>((done) => (release = done))
    await page.route(/\/assets\/entry-client-.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${hissa.url}${path}`, { waitUntil: 'commit' })
    return { page, release, close: () => context.close() }
  }

  for (const [path, field] of [
    ['/signin', 'Password'],
    ['/registration', 'Password'],
    ['/email-confirmation', 'Confirmation code'],
  ] as const) {
    it(`says that ${path} is coming, and offers nothing that could be typed or sent too early`, async () => {
      const { page, release, close } = await openEarly(path)
      await page.getByText('Loading this page').waitFor()
      assert.equal(await page.locator('input, button').count(), 0)
      release()
      await page.getByLabel(field, { exact: true }).fill('only-in-the-field')
      assert.equal(await page.locator('form[method=post]').count(), 1)
      assert.equal(new URL(page.url()).search, '')
      await close()
    })
  }

  it('says so in Arabic, too, and offers to ask again when the script does not come', async () => {
    const { page, release, close } = await openEarly('/ar/signin')
    await page.getByText('جارٍ تحميل هذه الصفحة').waitFor()
    await page.getByRole('link', { name: 'حاول مرة أخرى' }).waitFor({ timeout: 15_000 })
    release()
    await page.getByRole('button', { name: 'تسجيل الدخول' }).last().waitFor()
    await close()
  })

  it('keeps an amount that was typed before', async () => {
    const { page, release, close } = await openEarly(`/properties/${slug}`)
    const box = page.getByRole('textbox', { name: 'Your investment' })
    await box.fill('4000')
    release()
    await page.getByText('40 shares').first().waitFor()
    assert.equal((await box.inputValue()).replace(',', ''), '4000')
    await close()
  })

  it('carries an amount on when the button is pressed before', async () => {
    const { page, release, close } = await openEarly(`/properties/${slug}`)
    await page.getByRole('textbox', { name: 'Your investment' }).fill('4000')
    await page.getByRole('button', { name: 'Invest', exact: true }).click()
    release()
    await page.waitForURL(/\/signin/)
    assert.match(decodeURIComponent(page.url()), /next=\/investment-flow\/.*amount=4000/)
    await close()
  })

  it('applies a filter that was chosen before', async () => {
    const { page, release, close } = await openEarly('/properties')
    await page.getByLabel('Type').selectOption('villa')
    release()
    await page.waitForURL(/type=villa/)
    assert.equal(await selected(page), 'villa')
    await close()
  })

  const selected = (page: Page) => page.getByLabel('Type').inputValue()
})
