import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createJourney, documentPicture, newPerson, passportLines, type Journey } from '@hissa/testing-driver'
import { startHissa, type Hissa } from '@hissa/testing-driver/product'
import type { Browser, Page } from 'playwright-core'
import { Accounts, sampleAccount, type Account } from './support/accounts.js'
import { openBrowser, withPage } from './support/browser.js'
import { confirm, signUp } from './support/steps.js'
import { visit, waitFor } from './support/waits.js'

/** What the browser and the product log when a file or a response does not arrive. */
const UNREACHABLE = /net::ERR_|status of 404|Failed to fetch dynamically imported module/

/** What the browser has received for a request. */
interface Answer {
  path: string
  encoding: string
  bytes: number
}

describe('the web on a slow or broken network', () => {
  let hissa: Hissa
  let browser: Browser
  let journey: Journey
  let accounts: Accounts
  let slug = ''

  before(async () => {
    hissa = await startHissa()
    browser = await openBrowser()
    journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
    accounts = new Accounts(journey, hissa.url)
    slug = (await journey.properties('status=active&sort=price_high&limit=1'))[0]!.slug
  })

  after(async () => {
    await browser?.close()
    await hissa?.stop()
  })

  describe('a page whose script is slow to load', () => {
    /** Opens a page and holds its script back until `release` is called. Expects no errors in the console. */
    const early = (path: string, use: (page: Page, release: () => void) => Promise<void>) =>
      withPage(browser, { width: 360 }, async (page) => {
        let release = () => {}
        const held = new Promise<void>((done) => (release = done))
        await page.route(/\/assets\/entry-client-.*\.js$/, async (route) => {
          await held
          await route.continue()
        })
        await page.goto(`${hissa.url}${path}`, { waitUntil: 'commit' })
        await use(page, release)
      })

    for (const [path, field] of [
      ['/signin', 'Password'],
      ['/registration', 'Password'],
      ['/email-confirmation', 'Confirmation code'],
      ['/forgot-password', 'Email'],
    ] as const) {
      it(`shows that ${path} is loading, without any field or button that would work too early`, async () => {
        await early(path, async (page, release) => {
          await page.getByText('Loading this page').waitFor()
          assert.equal(await page.locator('input, button').count(), 0)
          release()
          await page.getByLabel(field, { exact: true }).fill('only-in-the-field')
          assert.equal(await page.locator('form[method=post]').count(), 1)
          assert.equal(new URL(page.url()).search, '')
        })
      })
    }

    it('shows the loading page in Arabic, with a link to retry when the script does not arrive', async () => {
      await early('/ar/signin', async (page, release) => {
        await page.getByText('جارٍ تحميل هذه الصفحة').waitFor()
        await page.getByRole('link', { name: 'حاول مرة أخرى' }).waitFor()
        release()
        await page.getByRole('button', { name: 'تسجيل الدخول' }).last().waitFor()
      })
    })

    it('keeps an amount that was typed before the script loaded', async () => {
      await early(`/properties/${slug}`, async (page, release) => {
        const box = page.getByRole('textbox', { name: 'Your investment' })
        await box.fill('4000')
        release()
        await page.getByText('40 shares').first().waitFor()
        assert.equal((await box.inputValue()).replace(',', ''), '4000')
      })
    })

    it('keeps the amount when Invest is pressed before the script loaded', async () => {
      await early(`/properties/${slug}`, async (page, release) => {
        await page.getByRole('textbox', { name: 'Your investment' }).fill('4000')
        await page.getByRole('button', { name: 'Invest', exact: true }).click()
        release()
        await page.waitForURL(/\/signin/)
        assert.match(decodeURIComponent(page.url()), /next=\/investment-flow\/.*amount=4000/)
      })
    })

    it('applies a filter that was selected before the script loaded', async () => {
      await early('/properties', async (page, release) => {
        await page.getByRole('button', { name: 'Filters', exact: true }).click()
        await page.getByLabel('Type').selectOption('villa')
        release()
        await page.waitForURL(/type=villa/)
        await page.getByRole('button', { name: 'Remove filter Villa' }).waitFor()
        assert.equal(await page.getByLabel('Type').inputValue(), 'villa')
      })
    })
  })

  describe('the first screen', () => {
    const MAX_BYTES = 260_000
    const MAX_REQUESTS = 16

    /** Loads the home page with an empty cache until it is interactive and everything has arrived. */
    const answersOfHome = (): Promise<Answer[]> =>
      withPage(browser, { width: 360 }, async (page) => {
        const cdp = await page.context().newCDPSession(page)
        const answers: Answer[] = []
        const byId = new Map<string, { path: string; encoding: string }>()
        await cdp.send('Network.enable')
        cdp.on('Network.responseReceived', ({ requestId, response: { url, headers } }) => {
          const encoding = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
          byId.set(requestId, { path: new URL(url).pathname, encoding: encoding.get('content-encoding') ?? '' })
        })
        cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
          const answer = byId.get(requestId)
          if (answer) answers.push({ ...answer, bytes: encodedDataLength })
        })
        await visit(page, hissa.url)
        await waitFor('every answer to arrive', () => answers.length === byId.size)
        return answers
      })

    it('is compressed and needs few bytes and few requests', async (test) => {
      const answers = await answersOfHome()
      const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0)
      test.diagnostic(`${answers.length} requests, ${bytes} bytes`)
      assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`)
      assert.ok(answers.length <= MAX_REQUESTS, `${answers.length}: ${answers.map(({ path }) => path).join(' ')}`)
      const plain = answers.filter(
        (answer) => answer.bytes > 2_000 && !/\.(woff2|avif)$/.test(answer.path) && answer.encoding !== 'br',
      )
      assert.deepEqual(plain, [])
    })

    it('is painted before any script has loaded', async () => {
      await withPage(browser, { width: 360 }, async (page) => {
        const requested: string[] = []
        let release = () => {}
        const held = new Promise<void>((done) => (release = done))
        await page.route(/\/assets\/.*\.js$/, async (route) => {
          requested.push(route.request().url())
          await held
          await route.continue()
        })
        await page.goto(hissa.url, { waitUntil: 'commit' })
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
        await page.getByRole('heading', { level: 1 }).waitFor()
        assert.ok(requested.length > 0)
        release()
        await page.getByRole('button', { name: 'Global Access' }).click()
        await page.getByRole('radio', { name: 'Dark' }).waitFor({ state: 'attached' })
      })
    })

    it('requests its scripts at low priority', async () => {
      const html = await (await fetch(hissa.url)).text()
      const scripts = [...html.matchAll(/<(?:link rel="modulepreload"|script type="module")[^>]*>/g)].map(
        ([tag]) => tag,
      )
      assert.ok(scripts.length > 0 && scripts.length <= 12, `${scripts.length} scripts`)
      assert.deepEqual(
        scripts.filter((tag) => !tag.includes('fetchpriority="low"')),
        [],
      )
    })
  })

  it('loads the new version after a deployment without showing an offline message', async () => {
    await withPage(browser, { expected: UNREACHABLE }, async (page) => {
      const headings: string[] = []
      await page.exposeFunction('saw', (heading: string) => void headings.push(heading))
      await page.addInitScript(() => {
        const report = () => {
          const heading = document.querySelector('h1')?.textContent
          if (heading) (globalThis as unknown as { saw: (text: string) => void }).saw(heading)
        }
        new MutationObserver(report).observe(document, { childList: true, subtree: true })
      })
      await visit(page, hissa.url)
      await page.route(/\/assets\/list-page-.*\.js$/, (route) => route.fulfill({ status: 404 }), { times: 1 })
      const reloaded = page.waitForEvent('domcontentloaded')
      await page.getByRole('navigation').getByRole('link', { name: 'Properties', exact: true }).first().click()
      await reloaded
      await page.getByRole('heading', { level: 1, name: 'Properties' }).waitFor()
      assert.equal(new URL(page.url()).pathname, '/properties')
      assert.ok(headings.length > 0)
      assert.deepEqual(
        [...new Set(headings)].filter((heading) => /offline|wrong/i.test(heading)),
        [],
      )
    })
  })

  describe('a lost connection', () => {
    const investor = sampleAccount('investor')

    /** Opens a page as a visitor or an account; `offline` switches its connection off and on. */
    const opened = async (
      as: Account | undefined,
      use: (page: Page, offline: (lost: boolean) => Promise<void>) => Promise<void>,
    ) => {
      const state = as && (await accounts.stateOf(as))
      await withPage(browser, { width: 360, state, expected: UNREACHABLE }, (page) =>
        use(page, (lost) => page.context().setOffline(lost)),
      )
    }

    const expectConnectionLost = async (page: Page) => {
      await page.getByText(/^The connection was lost/).waitFor()
      assert.equal(await page.getByText(/The connection was lost/).count(), 1, 'once')
      assert.doesNotMatch(await page.locator('body').innerText(), /Failed to initiate|service error|ERR_/)
    }

    it('loses no entries on sign-in, and the same button then signs in', async () => {
      await opened(undefined, async (page, offline) => {
        await page.goto(`${hissa.url}/signin`)
        await page.getByLabel('Email').fill(investor.email)
        await page.getByLabel('Password', { exact: true }).fill(investor.password)
        await offline(true)
        await page.getByRole('button', { name: 'Sign in' }).last().click()
        await expectConnectionLost(page)
        await offline(false)
        await page.getByRole('button', { name: 'Sign in' }).last().click()
        await page.waitForURL(/investor-dashboard/)
      })
    })

    it('loses no entries on the confirmation code, profile and identity verification screens', async () => {
      await opened(undefined, async (page, offline) => {
        const person = newPerson()
        await signUp(page, hissa.url, person)
        await page.getByLabel('Confirmation code').fill(await journey.mailbox.waitForCode(person.email))
        await offline(true)
        await page.getByRole('button', { name: 'Confirm email' }).click()
        await expectConnectionLost(page)
        await offline(false)
        await confirm(page, journey, person)
        const session = await journey.signIn(person.email, person.password)
        await journey.saveProfile(session, person)
        await page.goto(`${hissa.url}/onboarding?step=profile`)
        await page.getByRole('button', { name: 'Save and continue' }).waitFor()
        await offline(true)
        await page.getByRole('button', { name: 'Save and continue' }).click()
        await expectConnectionLost(page)
        await offline(false)
        const { caseId } = await journey.startKyc(session)
        await journey.uploadDocument(session, caseId!, 'front')
        await page.goto(`${hissa.url}/onboarding?step=identity`)
        for (const [index, line] of passportLines(person.document).entries())
          await page.getByLabel(`Line ${index + 1}`).fill(line)
        await page.getByRole('radio', { name: 'No', exact: true }).check({ force: true })
        await offline(true)
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: documentPicture(5) })
        await expectConnectionLost(page)
        await page.getByRole('button', { name: 'Submit for verification' }).click()
        await page.getByText(/^The connection was lost\. Your entries/).waitFor()
        await offline(false)
        await page.getByRole('button', { name: 'Submit for verification' }).click()
        await page.getByRole('heading', { name: 'You’re verified' }).waitFor()
      })
    })

    it('loses no order on the payment step, even if the token has expired', async () => {
      await opened(investor, async (page, offline) => {
        const session = await journey.signIn(investor.email, investor.password)
        const { propertyId } = (await journey.properties('status=active&sort=price_high&limit=1'))[0]!
        await journey.meetRequirements(session, propertyId)
        await page.goto(`${hissa.url}/investment-flow/${slug}?amount=2000`)
        await page.getByRole('button', { name: /^Pay/ }).waitFor()
        // The user-pool library stores the clock difference; this value makes the token count as expired.
        await page.evaluate(() => {
          const user = localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith('.LastAuthUser'))!)
          const key = Object.keys(localStorage).find((name) => name.endsWith(`${user}.clockDrift`))!
          localStorage.setItem(key, '-86400')
        })
        await offline(true)
        await page.getByRole('button', { name: /^Pay/ }).click()
        await expectConnectionLost(page)
        assert.match(page.url(), /investment-flow/)
        await offline(false)
        await page.getByRole('button', { name: /^Pay/ }).click()
        await page.waitForURL(/\/c\/pay\//)
        const { todo } = await journey.dashboard(session)
        for (const { orderId } of todo) if (orderId) await journey.release(session, orderId)
      })
    })

    it('causes no second order after a lost response, a reload or Back, until the first is paid', async () => {
      await opened(investor, async (page) => {
        const session = await journey.signIn(investor.email, investor.password)
        const { propertyId } = (await journey.properties('status=active&sort=price_high&limit=1'))[0]!
        await journey.meetRequirements(session, propertyId)
        // Accepted disclosures are not shown again.
        const toPay = () => page.getByRole('button', { name: /^Pay/ }).waitFor()
        await page.goto(`${hissa.url}/investment-flow/${slug}?amount=2100`)
        await toPay()
        const answers: { orderId: string }[] = []
        await page.route('**/api/create-checkout-session', async (route) => {
          const answer = await route.fetch()
          answers.push((await answer.json()) as { orderId: string })
          await (answers.length === 1 ? route.abort() : route.fulfill({ response: answer }))
        })
        await page.getByRole('button', { name: /^Pay/ }).click()
        await expectConnectionLost(page)
        await page.reload()
        await toPay()
        await page.getByRole('button', { name: /^Pay/ }).click()
        await page.waitForURL(/\/c\/pay\//)
        await page.goBack()
        await toPay()
        await page.getByRole('button', { name: /^Pay/ }).click()
        await page.waitForURL(/\/c\/pay\//)
        assert.deepEqual(new Set(answers.map(({ orderId }) => orderId)), new Set([answers[0]!.orderId]))
        await journey.payByCard(page.url())
        await journey.waitForOrder(session, answers[0]!.orderId, 'paid')
        await page.goto(`${hissa.url}/investment-flow/${slug}?amount=2100`)
        await toPay()
        await page.getByRole('button', { name: /^Pay/ }).click()
        await page.waitForURL(/\/c\/pay\//)
        assert.equal(answers.length, 4)
        assert.notEqual(answers[3]!.orderId, answers[0]!.orderId)
      })
    })

    it('is reported in the invest box and on the way to a screen that is not loaded yet', async () => {
      await opened(investor, async (page, offline) => {
        await visit(page, `${hissa.url}/properties/${slug}`)
        await offline(true)
        await page.getByRole('button', { name: 'Invest', exact: true }).click()
        await expectConnectionLost(page)
        await page.getByRole('link', { name: 'Properties', exact: true }).first().click()
        await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
        await page.getByRole('button', { name: 'Try Again' }).click()
        await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
        await offline(false)
        await page.getByRole('button', { name: 'Try Again' }).click()
        await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor({ state: 'detached' })
      })
    })
  })
})
