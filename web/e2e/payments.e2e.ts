import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createJourney, type Journey, type Session } from '@hissa/testing-driver'
import { startHissa, type Hissa } from '@hissa/testing-driver/product'
import type { Browser, BrowserContext } from 'playwright-core'
import { openBrowser } from './support/browser.js'
import { consoleErrorsOf } from './support/faults.js'
import { assertEveryLook } from './support/looks.js'
import { cardFrame, confirmCard, decideChallenge, enterCard } from './support/payment-element.js'
import { pay } from './support/steps.js'

const LANGUAGES = ['en', 'ar'] as const
type Language = (typeof LANGUAGES)[number]
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
  let propertyIds: string[]

  before(async () => {
    hissa = await startHissa()
    browser = await openBrowser()
    journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
    propertyIds = (await journey.properties('status=active&limit=5')).map(({ propertyId }) => propertyId)
  })
  after(async () => {
    await browser?.close()
    await hissa?.stop()
  })

  interface Investor {
    session: Session
    state: Awaited<ReturnType<BrowserContext['storageState']>>
  }

  /** Creates an investor and signs in through the form. */
  const invest = async (): Promise<Investor> => {
    const { person, session } = await journey.becomeInvestor()
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${hissa.url}/signin`)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign In' }).last().click()
    await page.waitForURL((url) => !url.pathname.includes('/signin'))
    const state = await page.context().storageState()
    await page.context().close()
    return { session, state }
  }

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

  /** Opens a page of the investor's in a language. */
  const open = async ({ state }: Investor, address: string, language: Language) => {
    const context = await browser.newContext({ storageState: state, reducedMotion: 'reduce' })
    const consoleErrors = consoleErrorsOf(context)
    await context.addInitScript((chosen) => {
      if (location.protocol === 'about:') return // The initial blank page has no storage.
      try {
        const settings = JSON.parse(localStorage.getItem('userSettings') ?? '{}') as Record<string, unknown>
        localStorage.setItem('userSettings', JSON.stringify({ ...settings, language: chosen }))
      } catch {
        // Frames of other origins may have no storage.
      }
    }, language)
    const page = await context.newPage()
    await page.goto(new URL(address, hissa.url).href)
    return { page, context, consoleErrors }
  }

  it('pays an Arabic order on our own page, after a declined card and a failed 3-D Secure', async () => {
    const investor = await invest()
    const { orderId, url } = await place(investor, 'ar')
    assert.equal(url, `${hissa.url}/payment/${orderId}`)
    const { page, context, consoleErrors } = await open(investor, url, 'ar')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(hissa.url)) sent.push(`${request.url()} ${request.postData() ?? ''}`)
    })
    await cardFrame(page).getByLabel('رقم البطاقة').waitFor()
    const shown = await page.locator('main').innerText()
    for (const text of ['3,000.00', '45.00', '3,045.00', 'HS-']) assert.ok(shown.includes(text), `${text} in ${shown}`)
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
    // The browser logs the page's status of each declined card; the sandbox answers them with 200.
    assert.deepEqual(consoleErrors, [])
    await context.close()
  })

  it('leads an order that the processor’s page can show to that page', async () => {
    const investor = await invest()
    const { orderId } = await place(investor, 'en')
    const { page, context } = await open(investor, `/payment/${orderId}`, 'en')
    await page.waitForURL(/\/c\/pay\//)
    await context.close()
  })

  it('saves cards, offers them on both payment pages and removes them', async () => {
    const investor = await invest()
    const { page, context, consoleErrors } = await open(investor, '/add-payment-method', 'en')
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
    assert.deepEqual(consoleErrors, [])
    await context.close()

    const arabic = await place(investor, 'ar')
    const own = await open(investor, arabic.url, 'ar')
    await cardFrame(own.page).getByText('•••• 4242').waitFor()
    await assertEveryLook(own.page, 'payment-saved', 'ar')
    await confirmCard(own.page)
    await own.page.getByRole('heading', { name: 'وصلت دفعتك' }).waitFor()
    await journey.waitForOrder(investor.session, arabic.orderId, 'paid')
    assert.deepEqual(own.consoleErrors, [])
    await own.context.close()

    const english = await place(investor, 'en', propertyIds[1])
    const hosted = await open(investor, english.url, 'en')
    await hosted.page.getByText('•••• 4242').click()
    await hosted.page.locator('form button.primary').click()
    await journey.waitForOrder(investor.session, english.orderId, 'paid')
    await hosted.context.close()

    const cards = await open(investor, '/add-payment-method', 'ar')
    await cards.page.getByText('•••• 4242').waitFor()
    await assertEveryLook(cards.page, 'cards', 'ar')
    await cards.page.getByRole('button', { name: 'إزالة Visa 4242' }).click()
    await cards.page.getByRole('dialog').getByRole('button', { name: 'إزالة' }).click()
    await cards.page.getByText('تمت إزالة البطاقة').waitFor()
    assert.equal(await cards.page.getByText('•••• 4242').count(), 0)
    assert.equal(await cards.page.getByText('•••• 4444').count(), 1)
    await cards.context.close()
  })

  it('keeps Stripe.js on the payment pages, also when they are reached and left without a load', async () => {
    const investor = await invest()
    const { page, context, consoleErrors } = await open(investor, '/orders', 'en')
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
    assert.deepEqual(consoleErrors, [])
    await context.close()
  })

  it('lists orders and payments, or says that there are none', async () => {
    const [newcomer, investor] = [await invest(), await invest()]
    const paid = await place(investor, 'en')
    const hosted = await open(investor, paid.url, 'en')
    await pay(hosted.page, SUCCEEDS)
    await hosted.context.close()
    await journey.waitForOrder(investor.session, paid.orderId, 'paid')
    await place(investor, 'ar', propertyIds[1])
    for (const language of LANGUAGES) {
      for (const [who, name] of [
        [newcomer, 'none'],
        [investor, 'some'],
      ] as const) {
        for (const list of ['orders', 'payments']) {
          const { page, context, consoleErrors } = await open(who, `/${list}`, language)
          await page
            .locator(name === 'none' ? 'main h2' : 'main tbody tr')
            .first()
            .waitFor()
          await page.waitForLoadState('networkidle')
          await assertEveryLook(page, `${list}-${name}`, language)
          assert.deepEqual(consoleErrors, [], `the console of ${list} in ${language}`)
          await context.close()
        }
      }
    }
  })
})
