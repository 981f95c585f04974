import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createJourney, newPerson, type Journey } from '@hissa/testing-driver'
import { startHissa, type Hissa } from '@hissa/testing-driver/product'
import type { Browser, Page } from 'playwright-core'
import { Accounts, type Account } from './support/accounts.js'
import { openBrowser, withPage } from './support/browser.js'
import { answerWith } from './support/console.js'
import { inEachLanguage } from './support/languages.js'
import { assertEveryLook } from './support/looks.js'
import { Screens } from './support/screen.js'
import { CONDITIONS, filmOfSpecimen, photographSpecimen } from './support/specimen-photos.js'
import { Actions, assertReadFromPicture, submit } from './support/verify-by-camera.js'
import { visit } from './support/waits.js'

const IDENTITY = '/onboarding?step=identity'
/** What an applicant may have to do from the start of the verification until it is submitted. */
const MOST_ACTIONS = 8

describe('identity verification, in a browser with a camera', () => {
  let hissa: Hissa
  let folder: string
  let browser: Browser
  let journey: Journey
  let accounts: Accounts
  let screens: Screens

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hissa-film-'))
    const film = join(folder, 'specimen.mjpeg')
    await writeFile(film, await filmOfSpecimen())
    hissa = await startHissa()
    browser = await openBrowser([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ])
    journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
    accounts = new Accounts(journey, hissa.url)
    screens = new Screens(browser, hissa.url, accounts)
  })

  after(async () => {
    await browser?.close()
    await hissa?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** An applicant who has completed the profile. */
  const applicant = async (): Promise<Account> => {
    const person = newPerson()
    await journey.saveProfile(await journey.join(person), person)
    return person
  }

  const asApplicant = async (width: number, use: (page: Page) => Promise<void>) => {
    const state = await accounts.stateOf(await applicant())
    await withPage(browser, { state, width }, use)
  }

  it('is submitted with the camera of a phone in at most eight actions, without typing', (test) =>
    asApplicant(360, async (page) => {
      // The page of another address, which doesn't permit the camera, leads here without being loaded again.
      await visit(page, `${hissa.url}/investor-dashboard`)
      await page.waitForURL(/onboarding/)
      const actions = new Actions(page)
      await actions.press('Continue')
      await actions.press('Use the camera')
      // The picture is taken by itself.
      await actions.press('Use this picture')
      await assertReadFromPicture(page)
      await submit(page, actions)
      test.diagnostic(`${actions.count} actions`)
      assert.ok(actions.count <= MOST_ACTIONS, `${actions.count} actions`)
    }))

  for (const condition of CONDITIONS)
    it(`reads a specimen that was photographed ${condition}, without typing`, (test) =>
      asApplicant(1280, async (page) => {
        await visit(page, hissa.url + IDENTITY)
        const actions = new Actions(page)
        await actions.press('Continue')
        await actions.chooseFile(await photographSpecimen(condition))
        await assertReadFromPicture(page)
        test.diagnostic(`${actions.count} actions until the review of what was read`)
      }))

  it('shows the camera, and a picture beside the one before, without accessibility or layout errors', async () => {
    const as = newPerson()
    const session = await journey.join(as)
    await journey.saveProfile(session, as)
    await journey.startKyc(session)
    await inEachLanguage((language) =>
      screens.open({ path: IDENTITY, as }, language, async (page) => {
        const press = (name: RegExp) => page.getByRole('button', { name }).click()
        await press(/^(Use the camera|استخدم الكاميرا)$/)
        await page.getByRole('checkbox', { name: /^(Take the picture by itself|التقط الصورة تلقائياً)/ }).uncheck()
        await page
          .getByText(/^(Good: keep it there|جيد: ابقَ هكذا)$/)
          .first()
          .waitFor()
        await assertEveryLook(page, 'identity-camera', language)
        await press(/^(Take the picture|التقط الصورة)$/)
        await press(/^(Take it again|التقطها من جديد)$/)
        await press(/^(Take the picture|التقط الصورة)$/)
        await page.getByRole('img', { name: /^(The new picture|الصورة الجديدة)$/ }).waitFor()
        await assertEveryLook(page, 'identity-compared', language)
      }),
    )
  })

  it('continues on a phone without a session, which the page on the computer follows', () =>
    asApplicant(1280, async (page) => {
      await visit(page, hissa.url + IDENTITY)
      await new Actions(page).press('Continue')
      const token = await showCode(page)
      const ownStorage = await withPage(browser, { width: 360 }, async (phone) => {
        await visit(phone, `${hissa.url}/phone-upload#${token}`)
        const actions = new Actions(phone)
        await actions.press('Continue')
        assert.equal(new URL(phone.url()).hash, '', 'the token stays in the address')
        await actions.press('Use this picture')
        await phone.getByText('Done: go back to your computer').waitFor()
        return phone.context().storageState()
      })
      assert.ok(!JSON.stringify(ownStorage).includes('idToken'), 'the phone has a session')
      await assertReadFromPicture(page)
      await withPage(browser, { width: 360, expected: answerWith(410) }, async (phone) => {
        await visit(phone, `${hissa.url}/phone-upload#${token}`)
        await new Actions(phone).press('Continue')
        await phone.getByText('This link has ended').waitFor()
      })
    }))

  it('shows the code and the page of the phone without accessibility or layout errors', async () => {
    const continuing = /^(Continue|متابعة)$/
    await inEachLanguage(async (language) => {
      // A case has one link at a time.
      const as = newPerson()
      const session = await journey.join(as)
      await journey.saveProfile(session, as)
      await journey.startKyc(session)
      let token = ''
      await screens.open({ path: IDENTITY, as }, language, async (page) => {
        token = await showCode(page)
        await assertEveryLook(page, 'identity-phone', language)
      })
      const path = () => `/phone-upload#${token}`
      await screens.open({ path, public: true }, language, async (page) => {
        await assertEveryLook(page, 'phone-begin', language)
        await page.getByRole('button', { name: continuing }).click()
        await page.getByRole('checkbox').uncheck()
        await assertEveryLook(page, 'phone-camera', language)
      })
      await screens.open({ path: '/phone-upload', public: true }, language, (page) =>
        assertEveryLook(page, 'phone-ended', language),
      )
    })
  })
})

/** Shows the code for a phone, and returns the token in it. */
async function showCode(page: Page): Promise<string> {
  const answer = page.waitForResponse(/\/api\/kyc\/phone-link$/)
  await page.getByRole('button', { name: /^(Continue on your phone|تابِع على هاتفك)$/ }).click()
  const { address } = (await (await answer).json()) as { address: string }
  await page.getByRole('img', { name: /QR/ }).waitFor()
  return new URL(address).hash.slice(1)
}
