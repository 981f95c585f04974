import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createJourney, type Journey } from '@hissa/testing-driver'
import { startHissa, type Hissa } from '@hissa/testing-driver/product'
import type { Browser, Page } from 'playwright-core'
import { Accounts } from './support/accounts.js'
import { openBrowser, withPage } from './support/browser.js'
import { inEachLanguage, type Language } from './support/languages.js'
import { assertEveryLook } from './support/looks.js'
import { cardFrame, confirmCard, decideChallenge, enterCard } from './support/payment-element.js'
import { pay } from './support/steps.js'
import { interactive } from './support/waits.js'

const SUCCEEDS = '4242424242424242'
const DECLINED = '4000000000000002'
const CHALLENGED = '4000002760003184'

interface Checkout {
  orderId: string
  url: string
}

describe('payments in a browser', () => {
  let hissa: Hissa
  let browser: Browser
  let journey: Journey
  let accounts: Accounts
  let propertyIds: string[]

  before(async () => {
    hissa = await startHissa()
    browser = await openBrowser()
    journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
    accounts = new Accounts(journey, hissa.url)
    propertyIds = (await journey.properties('status=active&limit=5')).map(({ propertyId }) => propertyId)
  })
  after(async () => {
    await browser?.close()
    await hissa?.stop()
  })

  type Investor = Awaited<ReturnType<Journey['becomeInvestor']>>

  const place = async ({ session }: Investor, locale: Language, propertyId = propertyIds[0]!): Promise<Checkout> => {
    await journey.meetRequirements(session, propertyId)
    const response = await fetch(`${hissa.url}/api/create-checkout-session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ propertyId, amount: 3_000, locale }),
    })
    assert.equal(response.status, 200, await response.clone().text())
    return (await response.json()) as Checkout
  }

  /** Opens a page of the investor's in a language, and expects no errors in its console. */
  const open = async ({ person }: Investor, address: string, language: Language, use: (page: Page) => Promise<void>) =>
    withPage(browser, { state: await accounts.stateOf(person, language) }, async (page) => {
      await page.goto(new URL(address, hissa.url).href)
      await use(page)
    })

  it('pays an Arabic order on our own page, after a declined card and a failed 3-D Secure', async () => {
    const investor = await journey.becomeInvestor()
    const { orderId, url } = await place(investor, 'ar')
    assert.equal(url, `${hissa.url}/payment/${orderId}`)
    // The browser would log the page's status of each declined card; the sandbox answers them with 200.
    await open(investor, url, 'ar', async (page) => {
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.url().startsWith(hissa.url)) sent.push(`${request.url()} ${request.postData() ?? ''}`)
      })
      await cardFrame(page).getByLabel('رقم البطاقة').waitFor()
      const shown = await page.locator('main').innerText()
      for (const text of ['3,000.00', '45.00', '3,045.00', 'HS-'])
        assert.ok(shown.includes(text), `${text} in ${shown}`)
      await assertEveryLook(page, 'payment', 'ar')

      await enterCard(page, DECLINED)
      await confirmCard(page)
      const alert = page.getByRole('alert').filter({ hasText: 'لم يُخصم منك شيء' })
      await alert.getByText('رُفضت البطاقة.').waitFor()
      await enterCard(page, CHALLENGED)
      await confirmCard(page)
      await decideChallenge(page, 'fail')
      await alert.waitFor()
      await enterCard(page, CHALLENGED)
      await confirmCard(page)
      await decideChallenge(page, 'complete')
      await page.getByRole('heading', { name: 'وصلت دفعتك' }).waitFor()
      assert.equal(new URL(page.url()).pathname, '/payment-success')
      assert.equal(await page.evaluate(() => 'Stripe' in window), false, 'the result page has its own document')
      for (const number of [DECLINED, CHALLENGED])
        assert.ok(!sent.some((request) => request.includes(number)), 'card data reached the platform')
      await journey.waitForOrder(investor.session, orderId, 'paid')

      await page.goto(url)
      await page.waitForURL(/payment-success/)
      await page.getByRole('heading', { level: 1 }).waitFor()
    })
  })

  it('leads an order that the processor’s page can show to that page', async () => {
    const investor = await journey.becomeInvestor()
    const { orderId } = await place(investor, 'en')
    await open(investor, `/payment/${orderId}`, 'en', (page) => page.waitForURL(/\/c\/pay\//))
  })

  it('saves cards, offers them on both payment pages and removes them', async () => {
    const investor = await journey.becomeInvestor()
    await open(investor, '/add-payment-method', 'en', async (page) => {
      await page.getByText('You don’t have any saved cards yet').waitFor()
      await assertEveryLook(page, 'cards-none', 'en')
      for (const number of ['5555555555554444', SUCCEEDS]) {
        await page.getByRole('button', { name: 'Add a card' }).click()
        await cardFrame(page).getByLabel('Card number').waitFor()
        if (number === SUCCEEDS) await assertEveryLook(page, 'cards-new', 'en')
        await enterCard(page, number)
        await confirmCard(page)
        await page.getByText(`•••• ${number.slice(-4)}`).waitFor()
      }
      await assertEveryLook(page, 'cards', 'en')
    })

    const arabic = await place(investor, 'ar')
    await open(investor, arabic.url, 'ar', async (page) => {
      await cardFrame(page).getByText('•••• 4242').waitFor()
      await assertEveryLook(page, 'payment-saved', 'ar')
      await confirmCard(page)
      await page.getByRole('heading', { name: 'وصلت دفعتك' }).waitFor()
      await journey.waitForOrder(investor.session, arabic.orderId, 'paid')
    })

    const english = await place(investor, 'en', propertyIds[1])
    await open(investor, english.url, 'en', async (page) => {
      await page.getByText('•••• 4242').click()
      await page.locator('form button.primary').click()
      await journey.waitForOrder(investor.session, english.orderId, 'paid')
    })

    await open(investor, '/add-payment-method', 'ar', async (page) => {
      await page.getByText('•••• 4242').waitFor()
      await assertEveryLook(page, 'cards', 'ar')
      await page.getByRole('button', { name: 'إزالة Visa 4242' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'إزالة' }).click()
      await page.getByText('تمت إزالة البطاقة').waitFor()
      assert.equal(await page.getByText('•••• 4242').count(), 0)
      assert.equal(await page.getByText('•••• 4444').count(), 1)
    })
  })

  it('keeps Stripe.js on the payment pages, also when they are reached and left without a load', async () => {
    const investor = await journey.becomeInvestor()
    await open(investor, '/orders', 'en', async (page) => {
      await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
      const policy = async () => (await fetch(page.url())).headers.get('content-security-policy') ?? ''
      const loads = () => page.evaluate(() => performance.getEntriesByType('navigation')[0]!.name)
      assert.ok(!(await policy()).includes('frame-src'))
      await page.getByRole('button', { name: /Your account/ }).click()
      await page.getByRole('link', { name: 'Payment methods' }).first().click()
      await page.getByText('You don’t have any saved cards yet').waitFor()
      assert.match(await loads(), /add-payment-method$/)
      assert.match(await policy(), /frame-src http/)
      await page.getByRole('button', { name: 'Add a card' }).click()
      await cardFrame(page).getByLabel('Card number').waitFor()
      await page.getByRole('button', { name: /Your account/ }).click()
      await page.getByRole('link', { name: 'Payments', exact: true }).first().click()
      await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor()
      await page.waitForFunction(() => !('Stripe' in window))
      assert.match(await loads(), /\/payments$/)
    })
  })

  it('lists orders and payments, or says that there are none', async () => {
    const [newcomer, investor] = [await journey.becomeInvestor(), await journey.becomeInvestor()]
    const paid = await place(investor, 'en')
    await open(investor, paid.url, 'en', async (page) => {
      await pay(page, SUCCEEDS)
      await journey.waitForOrder(investor.session, paid.orderId, 'paid')
    })
    await place(investor, 'ar', propertyIds[1])
    for (const [who, name] of [
      [newcomer, 'none'],
      [investor, 'some'],
    ] as const) {
      for (const list of ['orders', 'payments']) {
        await inEachLanguage((language) =>
          open(who, `/${list}`, language, async (page) => {
            await page
              .locator(name === 'none' ? 'main h2' : 'main tbody tr')
              .first()
              .waitFor()
            await interactive(page)
            await assertEveryLook(page, `${list}-${name}`, language)
          }),
        )
      }
    }
  })
})
