import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Ticket } from '@hissa/contracts/kyc'
import { CARDS, createJourney, newPerson, type Journey } from '@hissa/testing-driver'
import { startHissa, type Hissa } from '@hissa/testing-driver/product'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, openContext, picture, violations } from './support/browser.js'
import { answerWith } from './support/console.js'
import { completeProfile, confirm, pay, proveIdentity, reserve, signIn, signUp } from './support/steps.js'
import { story } from './support/story.js'

describe('the main journey in a browser on a platform started by npm start', () => {
  let hissa: Hissa
  let browser: Browser
  let journey: Journey
  let slug = ''

  before(async () => {
    hissa = await startHissa()
    browser = await openBrowser()
    journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
    const properties = await journey.properties('status=active&sort=price_high&limit=5')
    slug = properties[0]!.slug
  })

  after(async () => {
    await browser?.close()
    await hissa?.stop()
  })

  it('starts with sample cases of each kind on the compliance desk', async () => {
    const { idToken: token } = await journey.signIn('compliance@hissa.test', 'Hissa-2026!')
    const { tickets } = await journey.api<{ tickets: Ticket[] }>('/api/kyc/tickets?view=all&limit=100', { token })
    const samples = tickets.filter(({ sampleData }) => sampleData)
    const kinds = samples.map(({ state, risk, assignee, proposal }) =>
      [state, risk, assignee && 'claimed', proposal && 'proposed'].filter(Boolean).join(' '),
    )
    assert.deepEqual(kinds.sort(), [
      ...['approved low', 'in_review high', 'in_review high', 'in_review high', 'in_review high proposed'],
      ...['in_review medium', 'in_review medium', 'in_review medium claimed', 'rejected medium', 'resubmission medium'],
    ])
  })

  describe('the story of a new investor', () => {
    const person = newPerson()
    const part = story()
    let page: Page
    let consoleErrors: string[]

    before(async () => {
      // The browser logs the error statuses that the screens handle: missing acceptances and a declined card.
      const opened = await openContext(browser, { expected: answerWith(402, 422) })
      consoleErrors = opened.consoleErrors
      page = await opened.context.newPage()
    })

    const seen = async (name: string) => {
      await picture(page, `journey-${name}`)
      assert.deepEqual(await violations(page), [], `axe on ${name}`)
    }

    part('signs up with an email address and a password', async () => {
      await signUp(page, hissa.url, person)
      await seen('1-confirmation')
    })

    part('confirms the email with the emailed code and signs in', async () => {
      await confirm(page, journey, person)
      await signIn(page, hissa.url, person)
      await page.waitForURL(/onboarding/)
      await seen('2-profile')
    })

    part('completes the profile and the identity verification, which is approved automatically', async () => {
      await completeProfile(page, person)
      await seen('3-identity')
      await proveIdentity(page, person)
      await seen('4-verified')
    })

    part('accepts the disclosures, pays by card and sees the payment confirmed', async () => {
      await reserve(page, hissa.url, slug, '4000')
      await seen('5-payment-page')
      await pay(page, CARDS.succeeds)
      await page.waitForURL(/payment-success/)
      await page.getByRole('heading', { name: 'Your payment has arrived' }).waitFor()
      await seen('6-confirmed')
    })

    part('shows the holding on the dashboard', async () => {
      await page.getByRole('link', { name: 'Go to your dashboard' }).click()
      await page.waitForURL(/investor-dashboard/)
      await page
        .getByText(/40 shares/)
        .first()
        .waitFor()
      await seen('7-dashboard')
    })

    part('reports a declined card and accepts another one', async () => {
      await reserve(page, hissa.url, slug, '2000')
      await pay(page, CARDS.declined)
      await page.getByRole('alert').waitFor()
      await seen('8-declined')
      await pay(page, CARDS.succeeds)
      await page.getByRole('heading', { name: 'Your payment has arrived' }).waitFor()
    })

    part('requests 3-D Secure for a card that requires it', async () => {
      await reserve(page, hissa.url, slug, '2000')
      await pay(page, CARDS.threeDSecure)
      await page.getByRole('button', { name: /fail/i }).click()
      await page.getByRole('alert').waitFor()
      await pay(page, CARDS.threeDSecure)
      await page.getByRole('button', { name: /complete/i }).click()
      await page.getByRole('heading', { name: 'Your payment has arrived' }).waitFor()
    })

    part('has logged no errors in the browser console', () => assert.deepEqual(consoleErrors, []))
  })

  it('writes all logs in one format and reports no missing setting', async () => {
    for (const path of ['/', '/config.json', '/config.json']) await fetch(hissa.url + path)
    const files = ['platform', 'launcher'].map((name) => join(hissa.dataDir, 'logs', `${name}.log`))
    const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
    const entries = lines.map((line) => JSON.parse(line) as { service: string; level: number; setting?: string })
    assert.deepEqual(
      entries.filter(({ service, level }) => typeof service !== 'string' || typeof level !== 'number'),
      [],
    )
    const missing = entries.flatMap(({ setting }) => setting ?? [])
    assert.deepEqual(missing, [])
  })

  it('releases an unpaid reservation after 31 minutes of business time', async () => {
    const { session: signedIn } = await journey.becomeInvestor()
    const { propertyId } = (await journey.properties('status=active&sort=price_high&limit=1'))[0]!
    await journey.meetRequirements(signedIn, propertyId)
    const checkout = await journey.checkout(signedIn, { propertyId, amount: 2_000 })
    await hissa.advance('PT31M')
    assert.equal((await journey.order(signedIn, checkout.orderId)).state, 'expired')
  })

  it('settles a payment after the platform is killed between payment and settlement', async () => {
    const { session: signedIn } = await journey.becomeInvestor()
    const { propertyId } = (await journey.properties('status=active&sort=price_high&limit=1'))[0]!
    await journey.meetRequirements(signedIn, propertyId)
    const checkout = await journey.checkout(signedIn, { propertyId, amount: 2_000 })
    hissa.kill('platform')
    assert.equal((await journey.payByCard(checkout.url)).outcome, 'paid')
    const order = await journey.waitForOrder(signedIn, checkout.orderId, 'paid')
    assert.equal(order.units, 20)
  })
})
