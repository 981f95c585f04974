import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createJourney, newPerson, passportLines, type Journey } from '@hissa/testing-driver'
import { startHissa, type Hissa } from '@hissa/testing-driver/product'
import type { Browser, BrowserContext } from 'playwright-core'
import { chooseRightAnswers } from './support/steps.js'
import { openBrowser, openContext } from './support/browser.js'
import { consoleErrorsOf, startOf } from './support/faults.js'
import { assertFiguresInView, assertSteadyHeight } from './support/first-screen.js'
import { assertEveryLook } from './support/looks.js'
import { joinByKeyboard } from './support/join-by-keyboard.js'
import { pressByKeyboard, tabTo } from './support/keyboard.js'
import { makeSuspense } from './support/suspense.js'
import { askInPanel, closePanel } from './support/chat-panel.js'
import { investInArabic } from './support/arabic.js'

const PASSWORD = 'Hissa-2026!'
const accountOf = (name: string) => `${name}@hissa.test`
const LANGUAGES = ['en', 'ar'] as const
/** Tests are declared before their screens are known. */
const SCREENS = 48

interface Screen {
  name: string
  path: string
  /** Public pages have their language in the address; the others follow the user's setting. */
  public?: boolean
  /** The expected status if it is an error, which the browser logs in the console. */
  status?: number
  /** Email address of the account that opens the screen. */
  as?: string
  /** Milliseconds by which the page's clock is advanced before the checks. */
  waitsMs?: number
  /** Name of a button to press to reach the tested step. */
  press?: RegExp
}

describe('the web in both languages, themes and widths', () => {
  let hissa: Hissa
  let browser: Browser
  let journey: Journey
  let slug = ''
  let paidSession = ''
  let openSession = ''
  let openSlug = ''
  let paidOrder = ''
  let caseId = ''
  let secondCaseId = ''
  const applicant = newPerson()
  const storage = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>()

  before(async () => {
    hissa = await startHissa()
    browser = await openBrowser()
    journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
    slug = (await journey.properties('status=active&sort=price_high&limit=1'))[0]!.slug
    const roles = ['investor', 'newcomer', 'compliance', 'compliance2', 'content', 'content2', 'finance']
    for (const email of roles.map(accountOf)) storage.set(email, await signIn(email))
    caseId = await oneCaseForReview()
    secondCaseId = await oneCaseForReview()
    await proposeApproval(secondCaseId)
    await proposePublication(slug)
    await journey.saveProfile(await journey.join(applicant), applicant)
    storage.set(applicant.email, await signIn(applicant.email, applicant.password))
    const investor = await journey.signIn('investor@hissa.test', PASSWORD)
    const [first, second] = await journey.properties('status=active&sort=price_high&limit=2')
    const [propertyId, openProperty] = [first!.propertyId, second!.propertyId]
    await journey.meetRequirements(investor, propertyId)
    await journey.meetRequirements(investor, openProperty)
    const open = await journey.checkout(investor, { propertyId: openProperty, amount: 3_000 })
    openSession = sessionIn(open.url)
    openSlug = second!.slug
    const paid = await journey.checkout(investor, { propertyId, amount: 2_000 })
    await journey.payByCard(paid.url)
    await journey.waitForOrder(investor, paid.orderId, 'paid')
    paidSession = sessionIn(paid.url)
    paidOrder = paid.orderId
    await makeSuspense(journey, investor, propertyId, PASSWORD)
  })

  after(async () => {
    await browser?.close()
    await hissa?.stop()
  })

  const sessionIn = (url: string) => /cs_\w+/.exec(url)![0]

  /** Signs in through the form and returns the browser's storage state. */
  const signIn = async (email: string, password = PASSWORD) => {
    const { context } = await openContext(browser, { width: 1280 })
    const page = await context.newPage()
    await page.goto(`${hissa.url}/signin`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).last().click()
    await page.waitForURL((url) => !url.pathname.includes('/signin'))
    const state = await context.storageState()
    await context.close()
    return state
  }

  /** Submits a case of a politically exposed person, which is never approved automatically. */
  const oneCaseForReview = async () => {
    const person = newPerson()
    const session = await journey.join(person)
    await journey.saveProfile(session, person)
    const { caseId: opened } = await journey.startKyc(session)
    await journey.uploadDocument(session, opened!, 'front')
    await journey.submitKyc(session, opened!, passportLines(person.document), { politicallyExposed: true })
    return opened!
  }

  const send = async (email: string, path: string, body?: unknown) => {
    const { idToken } = await journey.signIn(email, PASSWORD)
    const response = await fetch(`${hissa.url}/api${path}`, {
      headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Record<string, any>
    assert.ok(response.ok, `${path} responded ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }

  /** Approves a high-risk case as the first reviewer; it then needs a second one. */
  const proposeApproval = async (id: string) => {
    const { ticket } = await send('compliance@hissa.test', `/kyc/tickets/${id}/claim`, {})
    const note = 'The source of funds is documented and the office is a local one.'
    const body = { decision: 'approve', note, version: ticket.version }
    await send('compliance@hissa.test', `/kyc/tickets/${id}/decision`, body)
  }

  /** Proposes the next version of an offering's terms, with a different fee. */
  const proposePublication = async (id: string) => {
    const { property } = await send('content@hissa.test', `/properties/${id}`)
    const { propertyId, offering, acquisition, rent, spv } = property
    const { unitPriceFils, unitsTotal, unitsIssued, minimumFils, expectedReturn, termYears, deadline } = offering
    const valuedOn = new Date().toISOString().slice(0, 10)
    const valuation = { valuedOn, valuer: 'A valuer', reference: 'V-1', amountFils: 100_000_000 }
    const terms = {
      ...{ unitPriceFils, unitsTotal, unitsIssued, minimumFils, feeBasisPoints: 125, expectedReturn, termYears },
      ...{ deadline, acquisition, rent, spv, valuation, minimumUnits: offering.minimumUnits },
    }
    await send('content@hissa.test', '/publications', { propertyId, terms, reason: 'The platform fee is reduced.' })
  }

  const screens = (): Screen[] => [
    { name: 'home', path: '/', public: true },
    { name: 'properties', path: '/properties', public: true },
    { name: 'properties-none', path: '/properties?q=zzzz', public: true },
    { name: 'property', path: `/properties/${slug}`, public: true },
    { name: 'property-unknown', path: '/properties/no-such-place', public: true, status: 404 },
    { name: 'legal', path: '/legal', public: true },
    { name: 'about', path: '/about', public: true },
    { name: 'contact', path: '/contact', public: true },
    { name: 'registration', path: '/registration', public: true },
    { name: 'confirmation', path: '/email-confirmation', public: true },
    { name: 'signin', path: '/signin', public: true },
    { name: 'forgot-password', path: '/forgot-password', public: true },
    {
      name: 'reset-password',
      path: '/forgot-password',
      public: true,
      press: /^(I already have a code|لدي رمز بالفعل)$/,
    },
    { name: 'not-found', path: '/nothing-here', public: true, status: 404 },
    { name: 'onboarding', path: '/onboarding', as: 'newcomer@hissa.test' },
    ...(['amount', 'eligibility', 'disclosures', 'review', 'pay'] as const).map((step) => ({
      name: `flow-${step}`,
      path: `/investment-flow/${slug}/${step}?amount=2000`,
      as: 'investor@hissa.test',
    })),
    { name: 'flow-reserved', path: `/investment-flow/${openSlug}`, as: 'investor@hissa.test' },
    { name: 'payment-success', path: `/payment-success?session_id=${paidSession}`, as: 'investor@hissa.test' },
    { name: 'payment-waiting', path: `/payment-success?session_id=${openSession}`, as: 'investor@hissa.test' },
    {
      name: 'payment-open',
      path: `/payment-success?session_id=${openSession}`,
      as: 'investor@hissa.test',
      waitsMs: 31_000,
    },
    { name: 'payment-cancel', path: `/payment-cancel?session_id=${openSession}`, as: 'investor@hissa.test' },
    { name: 'dashboard', path: '/investor-dashboard', as: 'investor@hissa.test' },
    { name: 'tokens', path: '/tokenization', as: 'investor@hissa.test' },
    { name: 'token', path: `/tokenization/${slug}`, as: 'investor@hissa.test' },
    { name: 'token-unknown', path: '/tokenization/no-such-place', as: 'investor@hissa.test', status: 404 },
    {
      name: 'transaction-unknown',
      path: `/tokenization/${slug}/transactions/0x${'0'.repeat(64)}`,
      as: 'investor@hissa.test',
    },
    { name: 'wallet', path: '/wallet', as: 'investor@hissa.test' },
    { name: 'wallet-empty', path: '/wallet', as: 'newcomer@hissa.test' },
    { name: 'staff-kyc', path: '/staff/kyc', as: 'compliance@hissa.test' },
    { name: 'staff-case', path: `/staff/kyc/${caseId}`, as: 'compliance@hissa.test' },
    {
      name: 'staff-keys',
      path: '/staff/kyc?view=all',
      as: 'compliance@hissa.test',
      press: /^(Keyboard shortcuts|اختصارات لوحة المفاتيح)$/,
    },
    { name: 'identity', path: '/onboarding?step=identity', as: applicant.email },
    { name: 'staff-second', path: '/staff/kyc?view=second', as: accountOf('compliance2') },
    { name: 'staff-second-case', path: `/staff/kyc/${secondCaseId}?view=second`, as: accountOf('compliance2') },
    { name: 'staff-second-own', path: `/staff/kyc/${secondCaseId}?view=second`, as: accountOf('compliance') },
    { name: 'staff-content', path: '/staff/content', as: accountOf('content2') },
    { name: 'staff-content-own', path: '/staff/content', as: accountOf('content') },
    { name: 'staff-content-not-for-you', path: '/staff/content', as: accountOf('investor') },
    { name: 'staff-finance', path: '/staff/finance', as: accountOf('finance') },
    { name: 'finance-raises', path: '/staff/finance?tab=raises', as: accountOf('finance') },
    { name: 'finance-orders', path: '/staff/finance?tab=orders', as: accountOf('finance') },
    { name: 'finance-order', path: `/staff/finance?tab=orders&order=${paidOrder}`, as: accountOf('finance') },
    { name: 'finance-suspense', path: '/staff/finance?tab=suspense', as: accountOf('finance') },
    {
      name: 'finance-resolved',
      path: '/staff/finance?tab=suspense',
      as: accountOf('finance'),
      press: /^(Resolved|مسوّاة)$/,
    },
  ]

  it('has a test for every screen', () => assert.equal(screens().length, SCREENS))

  for (const index of Array.from({ length: SCREENS }, (_, at) => at)) {
    it(`shows screen ${index + 1} without accessibility or layout errors`, async (test) => {
      const screen = screens()[index]!
      test.diagnostic(screen.name)
      for (const language of LANGUAGES) await inLanguage(screen, language)
    })
  }

  const inLanguage = async (screen: Screen, language: (typeof LANGUAGES)[number]) => {
    const { page, consoleErrors } = await open(screen, language)
    try {
      await assertEveryLook(page, screen.name, language)
      assert.deepEqual(consoleErrors, [], `the console of ${screen.name} in ${language}`)
    } finally {
      await page.context().close()
    }
  }

  const open = async (screen: Screen, language: string) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...(screen.as ? { storageState: storage.get(screen.as)! } : {}),
    })
    const consoleErrors = consoleErrorsOf(context, screen.status)
    await context.addInitScript((chosen) => {
      if (location.protocol === 'about:') return // The initial blank page has no storage.
      const settings = JSON.parse(localStorage.getItem('userSettings') ?? '{}') as Record<string, unknown>
      localStorage.setItem('userSettings', JSON.stringify({ ...settings, language: chosen }))
    }, language)
    const page = await context.newPage()
    const prefix = screen.public && language !== 'en' ? `/${language}` : ''
    if (screen.waitsMs) await page.clock.install()
    await page.goto(`${hissa.url}${prefix}${screen.path === '/' && prefix ? '' : screen.path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    if (screen.waitsMs) await page.clock.fastForward(screen.waitsMs)
    if (screen.press) await page.getByRole('button', { name: screen.press }).click()
    return { page, consoleErrors }
  }

  it('has the invest box on a phone’s first screen and shows the amount in the bar at the foot', async () => {
    for (const language of LANGUAGES) {
      const { page, consoleErrors } = await open(
        { name: 'property', path: `/properties/${slug}`, public: true, as: accountOf('investor') },
        language,
      )
      await page.setViewportSize({ width: 360, height: 640 })
      const field = page.locator('#amount')
      const button = page.locator('#invest button[type=submit]')
      for (const part of [field, button]) {
        const box = (await part.boundingBox())!
        assert.ok(box.y + box.height <= 640, `${await part.innerText()} ends at ${box.y + box.height}`)
      }
      await field.fill('3,000')
      await page.evaluate(() => document.querySelector('footer')!.scrollIntoView())
      const bar = page.locator('div:not([inert]):has(> div > a[href="#invest"])')
      await bar.waitFor()
      assert.match(await bar.innerText(), /3,000/)
      await page.reload()
      await page.waitForLoadState('networkidle')
      assert.equal(await field.inputValue(), '3,000')
      await page.evaluate(() => scrollTo(0, 0))
      await button.click()
      await page.waitForURL(/investment-flow|\/c\/pay\//)
      assert.deepEqual(consoleErrors, [], `the console in ${language}`)
      await page.context().close()
    }
  })

  it('answers in the panel of the assistant, without accessibility or layout errors', async () => {
    for (const language of LANGUAGES) {
      const { page, consoleErrors } = await open({ name: 'chat', path: `/properties/${slug}`, public: true }, language)
      const panel = await askInPanel(page, language)
      await assertEveryLook(page, 'chat', language)
      await closePanel(page, panel, language)
      assert.deepEqual(consoleErrors, [], `the console in ${language}`)
      await page.context().close()
    }
  })

  it('aligns the header with the columns of the compliance desk', async () => {
    for (const language of LANGUAGES) {
      const { page } = await open({ name: 'desk', path: '/staff/kyc', as: accountOf('compliance') }, language)
      assert.equal(await startOf(page, 'header nav a'), await startOf(page, 'main section h2'), language)
      await page.context().close()
    }
  })

  it('shows the key figures on the first screen and keeps the page height while scrolling', async () => {
    const at = async (path: string, language: string) => (await open({ name: path, path, public: true }, language)).page
    for (const language of LANGUAGES) await assertFiguresInView(await at(`/properties/${slug}`, language))
    for (const path of ['/', '/properties']) await assertSteadyHeight(await at(path, 'en'))
  })

  it('stays in Arabic from the first page through sign-in and payment to the email', async () => {
    const { person } = await journey.becomeInvestor()
    // The browser and the account are set to English, the page to Arabic.
    const { context, consoleErrors } = await openContext(browser, { width: 360 })
    const page = await context.newPage()
    await investInArabic(page, `${hissa.url}/ar/properties/${slug}`, person)
    await journey.mailbox.waitFor(person.email, ({ Subject }) => Subject.includes('استلمنا دفعتك'))
    assert.deepEqual(consoleErrors, [])
    await context.close()
  })

  it('shows the dirham sign without scripts and fonts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } })
    const page = await context.newPage()
    await page.route(/\.woff2/, (route) => route.abort())
    await page.goto(`${hissa.url}/properties`)
    const sign = page.locator('svg.money-sign').first()
    const box = (await sign.boundingBox())!
    assert.ok(box.width > 6 && box.height > 6, `the sign is ${box.width} by ${box.height}`)
    assert.equal(await page.locator('symbol#dirham path').count(), 1)
    assert.ok(!(await page.content()).includes('\u20c3'), 'no character that a font could lack')
    await context.close()
  })

  it('supports sign-up and identity verification by keyboard alone', async () => {
    const person = newPerson()
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await joinByKeyboard(page, hissa.url, person, journey.mailbox)
    await context.close()
  })

  it('supports investing by keyboard alone', async () => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      storageState: storage.get('investor@hissa.test')!,
    })
    const page = await context.newPage()
    await page.goto(`${hissa.url}/properties/${slug}`)
    await page.waitForLoadState('networkidle')
    await tabTo(page, /Your investment/)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('3000')
    await tabTo(page, /^Invest$/)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => /investment-flow|\/c\/pay\//.test(url.pathname))
    if (page.url().includes('investment-flow')) {
      await page.waitForURL(/\/(eligibility|disclosures)/)
      if (page.url().includes('/eligibility')) {
        // One press chooses an option; the arrow keys move between the options of a question.
        await chooseRightAnswers(page, async (option) => {
          await option.focus()
          await page.keyboard.press('Space')
        })
        await pressByKeyboard(page, /Check my answers/)
      }
      await page.getByRole('heading', { name: 'Read before you pay' }).waitFor()
      const boxes = await page.getByRole('checkbox').count()
      for (let index = 0; index < boxes; index += 1) {
        await tabTo(page, 'checkbox')
        await page.keyboard.press('Space')
      }
      await pressByKeyboard(page, /Accept and continue/)
      await page.getByRole('button', { name: /^Pay/ }).waitFor()
      await pressByKeyboard(page, /^Pay/)
      await page.waitForURL(/\/c\/pay\//)
    }
    for (const [field, value] of [
      [/card number/i, '4242424242424242'],
      [/expir/i, '1234'],
      [/cvc|security/i, '123'],
      [/name/i, 'Test Card'],
    ] as const) {
      await tabTo(page, field)
      await page.keyboard.type(value)
    }
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your payment has arrived' }).waitFor()
    await context.close()
  })
})
