import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createJourney, newPerson, passportLines, type Journey } from '@hissa/testing-driver'
import { startHissa, type Hissa } from '@hissa/testing-driver/product'
import type { Browser, Page } from 'playwright-core'
import { Accounts, sampleAccount, type Account } from './support/accounts.js'
import { proposeNextTerms, publishNewProperty } from './support/add-property.js'
import { investInArabic } from './support/arabic.js'
import { approveStatement, uploadStatement } from './support/bank-statement.js'
import { openBrowser, withPage } from './support/browser.js'
import { askInPanel, closePanel } from './support/chat-panel.js'
import { clearQueueByKeyboard, submitMixedCases } from './support/clear-queue-by-keyboard.js'
import { cashOrderScreens } from './support/cash-order.js'
import { assertChosenLanguages, assertLanguageKept } from './support/chosen-language.js'
import { openFirstUser, showTrail, startDecision, verifyAudit } from './support/compliance-screens.js'
import { startOf } from './support/faults.js'
import { assertFiguresInView, assertSteadyHeight } from './support/first-screen.js'
import { assertInvestBox } from './support/invest-box.js'
import { investByKeyboard } from './support/invest-by-keyboard.js'
import { joinByKeyboard } from './support/join-by-keyboard.js'
import { inEachLanguage, LANGUAGES, type Language } from './support/languages.js'
import { cardScreens } from './support/investor-card.js'
import { withValuations, withValue, withRecord, withStatements } from './support/later-figures.js'
import { assertReconciled, withDifference } from './support/reconciliation.js'
import { assertEveryLook } from './support/looks.js'
import { Screens, type Screen } from './support/screen.js'
import { saveThemeByKeyboard } from './support/settings-by-keyboard.js'
import { assertPanelLooks } from './support/notices-panel.js'
import { readOnTwoDevices, unsubscribeByLink } from './support/notices-story.js'
import { makeSuspense } from './support/suspense.js'
import { visit } from './support/waits.js'

/** With the sample cases of a first start, at least twenty wait for a decision. */
const MIXED_CASES = 13
const NOTE = 'The source of funds is documented and the office is a local one.'

describe('the web in its languages, themes and widths', () => {
  let hissa: Hissa
  let browser: Browser
  let journey: Journey
  let accounts: Accounts
  let screens: Screens
  /** The two most expensive open offerings. */
  let offerings: { slug: string; propertyId: string }[]
  const slug = () => offerings[0]!.slug

  before(async () => {
    hissa = await startHissa()
    browser = await openBrowser()
    journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
    accounts = new Accounts(journey, hissa.url)
    screens = new Screens(browser, hissa.url, accounts)
    offerings = await journey.properties('status=active&sort=price_high&limit=2')
  })

  after(async () => {
    await browser?.close()
    await hissa?.stop()
  })

  const sessionOf = ({ email, password }: Account) => journey.signIn(email, password)
  const checkoutOf = (url: string) => /cs_\w+/.exec(url)![0]

  /** Declares a test of a screen. `act` leads from the opened page to the tested step. */
  const shows = (name: string, screen: Screen, act?: (page: Page) => Promise<void>): void => {
    it(`shows ${name} without accessibility or layout errors`, () =>
      inEachLanguage((language) =>
        screens.open(screen, language, async (page) => {
          await act?.(page)
          await assertEveryLook(page, name, language)
        }),
      ))
  }

  const pressing = (name: RegExp) => (page: Page) => page.getByRole('button', { name }).click()

  describe('public screens', () => {
    const showsPublic = (name: string, path: Screen['path'], more: Partial<Screen> = {}) =>
      shows(name, { path, public: true, ...more })

    showsPublic('home', '/')
    shows('home-record', { path: '/properties', public: true }, withRecord)
    showsPublic('properties', '/properties')
    showsPublic('properties-none', '/properties?q=zzzz')
    showsPublic('properties-compared', () => `/properties/compare?ids=${offerings.map((each) => each.slug).join(',')}`)
    showsPublic('property', () => `/properties/${slug()}`)
    showsPublic('property-unknown', '/properties/no-such-place', { status: 404 })
    showsPublic('legal', '/legal')
    showsPublic('about', '/about')
    showsPublic('contact', '/contact')
    showsPublic('early-access', '/early-access')
    showsPublic('property-showcase', () => `/property-showcase/${slug()}`)
    showsPublic('calculator', () => `/properties/${slug()}?sum=10000&years=5&growth=-5&occupancy=65&exit=5`)
    showsPublic('accessibility', '/accessibility')
    showsPublic('version', '/version')
    showsPublic('mobile-app', '/mobile-app')
    showsPublic('shares-card', '/shares-card-showcase')
    showsPublic('registration', '/registration')
    showsPublic('confirmation', '/email-confirmation')
    showsPublic('signin', '/signin')
    showsPublic('forgot-password', '/forgot-password')
    shows(
      'reset-password',
      { path: '/forgot-password', public: true },
      pressing(/^(I already have a code|لدي رمز بالفعل)$/),
    )
    showsPublic('not-found', '/nothing-here', { status: 404 })

    it('answers in the panel of the assistant, without accessibility or layout errors', () =>
      inEachLanguage((language) =>
        screens.open({ path: `/properties/${slug()}`, public: true }, language, async (page) => {
          const panel = await askInPanel(page, language)
          await assertEveryLook(page, 'chat', language)
          await closePanel(page, panel, language)
        }),
      ))

    it('shows the key figures on the first screen and keeps the page height while scrolling', async () => {
      const at = (path: string, language: Language, look: (page: Page) => Promise<void>) =>
        screens.open({ path, public: true }, language, look)
      for (const language of LANGUAGES) await at(`/properties/${slug()}`, language, assertFiguresInView)
      for (const path of ['/', '/properties']) await at(path, 'en', assertSteadyHeight)
    })

    it('shows the dirham sign without scripts and fonts', async () => {
      const options = { javaScriptEnabled: false, width: 360, expected: /net::ERR_FAILED/ }
      await withPage(browser, options, async (page) => {
        await page.route(/\.woff2/, (route) => route.abort())
        await page.goto(`${hissa.url}/properties`)
        const sign = page.locator('svg.money-sign').first()
        const box = (await sign.boundingBox())!
        assert.ok(box.width > 6 && box.height > 6, `the sign is ${box.width} by ${box.height}`)
        assert.equal(await page.locator('symbol#dirham path').count(), 1)
        assert.ok(!(await page.content()).includes('\u20c3'), 'no character that a font could lack')
      })
    })
  })

  describe('screens of a new user', () => {
    const applicant = newPerson()

    before(async () => void (await journey.saveProfile(await journey.join(applicant), applicant)))

    shows('onboarding', { path: '/onboarding', as: sampleAccount('newcomer') })
    for (const name of ['saved', 'wallet']) shows(`${name}-empty`, { path: `/${name}`, as: sampleAccount('newcomer') })
    shows('identity', { path: '/onboarding?step=identity', as: applicant })
  })

  describe('screens of an investor', () => {
    const as = sampleAccount('investor')
    let paid = ''
    let open = ''

    before(async () => {
      const investor = await sessionOf(as)
      const [first, second] = offerings.map(({ propertyId }) => propertyId)
      for (const propertyId of [first!, second!]) await journey.meetRequirements(investor, propertyId)
      open = checkoutOf((await journey.checkout(investor, { propertyId: second!, amount: 3_000 })).url)
      const { url, orderId } = await journey.checkout(investor, { propertyId: first!, amount: 2_000 })
      await journey.payByCard(url)
      await journey.waitForOrder(investor, orderId, 'paid')
      paid = checkoutOf(url)
    })

    for (const step of ['amount', 'eligibility', 'disclosures', 'review', 'pay'])
      shows(`flow-${step}`, { path: () => `/investment-flow/${slug()}/${step}?amount=2000`, as })
    shows('property-owner', { path: () => `/properties/${slug()}`, public: true, as })
    shows('flow-reserved', { path: () => `/investment-flow/${offerings[1]!.slug}`, as })
    shows('payment-success', { path: () => `/payment-success?session_id=${paid}`, as })
    shows('payment-waiting', { path: () => `/payment-success?session_id=${open}`, as })
    shows('payment-open', { path: () => `/payment-success?session_id=${open}`, as, waitsMs: 31_000 })
    shows('payment-cancel', { path: () => `/payment-cancel?session_id=${open}`, as })
    shows('profile', { path: '/profile', as })
    shows('profile-edit', { path: '/profile-management', as })
    for (const section of ['language', 'notifications', 'security', 'devices'])
      shows(`settings-${section}`, { path: `/settings/${section}`, as })
    shows('notifications', { path: '/notifications', as })
    shows('email-preferences', { path: '/email-preferences', public: true, as })
    for (const [name, screen, act] of cardScreens(as)) shows(name, screen, act)
    for (const [name, screen, act] of cashOrderScreens(as, slug, () => paid)) shows(name, screen, act)
    shows('email-link-broken', { path: '/email-preferences?token=abc.def', public: true, status: 403 })
    shows('dashboard', { path: '/investor-dashboard', as })
    shows('dashboard-valued', { path: '/investor-dashboard', as }, withValue)
    shows('income', { path: '/dashboard/income', as })
    shows('statements', { path: '/dashboard/statements', as })
    shows('statements-listed', { path: '/dashboard/statements', as }, withStatements)
    shows('tokens', { path: '/tokenization', as })
    shows('token', { path: () => `/tokenization/${slug()}`, as })
    shows('token-unknown', { path: '/tokenization/no-such-place', as, status: 404 })
    shows('transaction-unknown', { path: () => `/tokenization/${slug()}/transactions/0x${'0'.repeat(64)}`, as })
    for (const name of ['wallet', 'cash']) shows(name, { path: `/${name}`, as })
    shows('rewards', { path: '/rewards-program', as })
    shows('rewards-for-everyone', { path: '/rewards', public: true, as })
    shows('marketplace', { path: '/marketplace', as })
    shows('staff-content-not-for-you', { path: '/staff/content', as })

    it('shows the newest notifications under the bell, without accessibility or layout errors', () =>
      inEachLanguage((language) =>
        screens.open({ path: '/wallet', as }, language, (page) => assertPanelLooks(page, language)),
      ))

    it('marks notifications as read by keyboard on one device, which the other follows', async () => {
      await readOnTwoDevices({ browser, url: hissa.url, journey }, await accounts.stateOf(as, 'en'))
    })

    it('stops emails by the link in one of them, without a session, and sends them again', () =>
      unsubscribeByLink({ browser, url: hissa.url, journey }))

    it('leads to the invest box from the bar at the foot of a phone’s first screen, which shows the amount', () =>
      inEachLanguage((language) =>
        screens.open({ path: `/properties/${slug()}`, public: true, as }, language, assertInvestBox),
      ))
  })

  describe('screens of compliance', () => {
    const [first, second] = [sampleAccount('compliance'), sampleAccount('compliance2')]
    let caseId = ''
    let proposedId = ''
    let claimedId = ''

    before(async () => {
      caseId = await oneCaseForReview()
      proposedId = await oneCaseForReview()
      await proposeApproval(proposedId)
      claimedId = await oneCaseForReview()
      await journey.claimCase(await sessionOf(second), claimedId)
    })

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

    /** Approves a high-risk case as the first reviewer; it then needs a second one. */
    const proposeApproval = async (id: string) => {
      const session = await sessionOf(first)
      const { version } = await journey.claimCase(session, id)
      const body = { decision: 'approve', note: NOTE, version }
      await journey.api(`/api/kyc/tickets/${id}/decision`, { token: session.idToken, body })
    }

    shows('staff-kyc', { path: '/staff/kyc', as: first })
    shows('staff-case', { path: () => `/staff/kyc/${caseId}`, as: first })
    const shortcuts = /^(Keyboard shortcuts|اختصارات لوحة المفاتيح)$/
    shows('staff-keys', { path: '/staff/kyc?view=all', as: first }, pressing(shortcuts))
    for (const view of ['decided', 'rescreened']) shows(`staff-${view}`, { path: `/staff/kyc?view=${view}`, as: first })
    shows('staff-second', { path: '/staff/kyc?view=second', as: second })
    shows('staff-second-case', { path: () => `/staff/kyc/${proposedId}?view=second`, as: second })
    shows('staff-second-own', { path: () => `/staff/kyc/${proposedId}?view=second`, as: first })

    shows('staff-decision', { path: () => `/staff/kyc/${claimedId}?view=mine`, as: second }, startDecision)
    shows('staff-trail', { path: () => `/staff/kyc/${claimedId}?view=mine`, as: second }, showTrail)
    shows('staff-users', { path: '/staff/users', as: first })
    shows('staff-user', { path: '/staff/users', as: first }, openFirstUser)
    shows('staff-audit', { path: '/staff/audit', as: first }, verifyAudit)

    it('lets an officer decide twenty mixed cases by keyboard alone', async (test) => {
      await submitMixedCases(journey, MIXED_CASES)
      const begun = performance.now()
      const decided = await withPage(browser, { state: await accounts.stateOf(first) }, (page) =>
        clearQueueByKeyboard(page, hissa.url),
      )
      test.diagnostic(`${decided} cases in ${Math.round(performance.now() - begun)} ms`)
      assert.ok(decided >= 20, `${decided} cases were decided`)
    })

    it('aligns the header with the columns of the compliance desk', () =>
      inEachLanguage((language) =>
        screens.open({ path: '/staff/kyc', as: first }, language, async (page) =>
          assert.equal(await startOf(page, 'header nav a'), await startOf(page, 'main section h2'), language),
        ),
      ))
  })

  describe('screens of the content team', () => {
    const [proposer, approver] = [sampleAccount('content'), sampleAccount('content2')]
    /** Addresses of two properties. */
    let [published, draft] = ['', '']

    before(async () => proposeNextTerms(journey, slug(), (await sessionOf(proposer)).idToken))

    it('take a new property from the form to the public list, with a colleague’s approval', async () => {
      const states = [await accounts.stateOf(proposer), await accounts.stateOf(approver)] as const
      ;({ published, draft } = await publishNewProperty(browser, journey, hissa.url, states))
    })

    shows('staff-properties', { path: '/staff/content/properties', as: approver })
    shows('staff-property-new', { path: '/staff/content/properties/new', as: approver })
    shows('staff-property-published', { path: () => published, as: approver })
    shows('staff-property-draft', { path: () => draft, as: approver })
    shows('staff-property-terms', { path: () => `${draft}/terms`, as: approver })
    shows('staff-content', { path: '/staff/content', as: approver })
    shows('legal-admin', { path: '/legal/admin?show=risk-warning&version=4', as: approver })
    shows('staff-content-own', { path: '/staff/content', as: proposer })
  })

  describe('screens of finance', () => {
    const as = sampleAccount('finance')
    let paidOrder = ''

    before(async () => {
      const { session } = await journey.becomeInvestor()
      const { propertyId } = offerings[0]!
      paidOrder = (await journey.buy(session, { propertyId, amount: 2_000 })).orderId
      await makeSuspense(journey, session, propertyId)
      await assertReconciled(journey)
    })

    shows('staff-finance', { path: '/staff/finance', as })
    for (const tab of ['raises', 'orders', 'payouts', 'suspense', 'income', 'valuations', 'reconciliation'])
      shows(`finance-${tab}`, { path: `/staff/finance?tab=${tab}`, as })
    shows('finance-order', { path: () => `/staff/finance?tab=orders&order=${paidOrder}`, as })
    shows('finance-difference', { path: '/staff/finance?tab=reconciliation', as }, withDifference)
    shows('finance-valuations-listed', { path: '/staff/finance?tab=valuations', as }, withValuations)
    shows('finance-resolved', { path: '/staff/finance?tab=suspense', as }, pressing(/^(Resolved|مسوّاة)$/))

    it('books a bank statement once another colleague approves it, without accessibility or layout errors', async () => {
      const checker = sampleAccount('finance2')
      await withPage(browser, { state: await accounts.stateOf(as) }, (page) => uploadStatement(page, hissa.url))
      await inEachLanguage((language) =>
        screens.open({ path: '/staff/finance?tab=payouts', as: checker }, language, async (page) => {
          await page.getByRole('button', { name: /^(Approve statement|اعتماد الكشف)$/ }).waitFor()
          await assertEveryLook(page, 'finance-statement', language)
        }),
      )
      await withPage(browser, { state: await accounts.stateOf(checker) }, (page) => approveStatement(page, hissa.url))
    })
  })

  describe('screens in French and Spanish', () => {
    /** The screens that are checked in these languages, each with the visitor or investor who opens it. */
    const TRANSLATED: readonly [name: string, path: () => string, isVisitor?: boolean][] = [
      ['home', () => '/', true],
      ['property', () => `/properties/${slug()}`, true],
      ['signin', () => '/signin', true],
      ['dashboard', () => '/investor-dashboard'],
      ['flow-amount', () => `/investment-flow/${slug()}/amount?amount=2000`],
    ]
    // An account of its own, which takes over the language that its page shows.
    let investor: Account

    before(async () => {
      const { session, person } = await journey.becomeInvestor()
      await journey.buy(session, { propertyId: offerings[1]!.propertyId, amount: 2_000 })
      investor = person
    })

    for (const [name, path, isVisitor] of TRANSLATED)
      it(`shows ${name} in the languages of the menu without English, accessibility or layout errors`, async () => {
        const state = isVisitor ? undefined : await accounts.stateOf(investor)
        await withPage(browser, { state }, async (page) => {
          await visit(page, hissa.url + path())
          await assertChosenLanguages(page, name)
        })
      })

    it('keeps a chosen language for the addresses and the next visit', () =>
      withPage(browser, {}, (page) => assertLanguageKept(page, hissa.url)))
  })

  describe('ways through the web', () => {
    it('stays in Arabic from the first page through sign-in and payment to the email', async () => {
      const { person } = await journey.becomeInvestor()
      // The browser and the account are set to English, the page to Arabic.
      await withPage(browser, { width: 360 }, async (page) => {
        await investInArabic(page, `${hissa.url}/ar/properties/${slug()}`, person)
        await journey.mailbox.waitFor(person.email, ({ Subject }) => Subject.includes('استلمنا دفعتك'))
      })
    })

    it('supports sign-up and identity verification by keyboard alone', () =>
      withPage(browser, {}, (page) => joinByKeyboard(page, hissa.url, newPerson(), journey.mailbox)))

    it('saves a setting by keyboard alone, which another device of the user then shows', async () => {
      const person = newPerson()
      await journey.join(person)
      const state = await accounts.stateOf(person)
      await withPage(browser, { state }, async (other) => {
        await visit(other, `${hissa.url}/settings/appearance`)
        // Both devices have read the settings once, so that a difference is a change.
        const known = () => localStorage.getItem('userSettings')?.includes('"account"') === true
        await other.waitForFunction(known)
        await withPage(browser, { state }, (page) => saveThemeByKeyboard(page, hissa.url))
        await other.locator('html[data-theme=dark]').waitFor()
      })
    })

    it('supports investing by keyboard alone', async () => {
      const { person } = await journey.becomeInvestor()
      const state = await accounts.stateOf(person)
      await withPage(browser, { state }, (page) => investByKeyboard(page, `${hissa.url}/properties/${slug()}`))
    })
  })
})
