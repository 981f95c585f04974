import assert from 'node:assert/strict'
import { newPerson, type Journey } from '@hissa/testing-driver'
import type { Browser, Page } from 'playwright-core'
import { withPage, type StorageState } from './browser.js'
import { pressByKeyboard } from './keyboard.js'
import { interactive, visit } from './waits.js'

interface World {
  browser: Browser
  url: string
  journey: Journey
}

const bell = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Reads notices by keyboard under the bell on one device; the bell of another device follows without a reload. */
export async function readOnTwoDevices({ browser, url }: World, state: StorageState): Promise<void> {
  await withPage(browser, { state }, async (other) => {
    await visit(other, `${url}/settings/language`)
    await bell(other, /^Notifications, \d+ unread$/).waitFor()
    await withPage(browser, { state }, async (page) => {
      await visit(page, `${url}/investor-dashboard`)
      await bell(page, /^Notifications, \d+ unread$/).waitFor()
      await pressByKeyboard(page, /^Notifications, \d+ unread$/)
      await page.getByRole('heading', { name: 'Notifications', level: 2 }).and(page.locator(':focus')).waitFor()
      await pressByKeyboard(page, /^Mark all as read$/)
      await bell(page, 'Notifications').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'See all notifications' }).waitFor({ state: 'hidden' })
    })
    await bell(other, 'Notifications').waitFor()
  })
}

/** Follows the link of an email in a browser without a session, stops such emails, and gets them again. */
export async function unsubscribeByLink({ browser, url, journey }: World): Promise<void> {
  const person = newPerson({ language: 'en' })
  const session = await journey.join(person)
  await journey.saveProfile(session, person)
  await journey.passKyc(session, person)
  const mail = await journey.mailbox.waitFor(person.email, ({ Text }) => Text.includes('email-preferences'))
  const { search } = new URL(/\S+\/email-preferences\?\S+/.exec(mail.Text)![0])
  const wanted = async () => {
    const { idToken: token } = session
    type Me = { user: { settings: { notices: { verification: { email: boolean } } } } }
    return (await journey.api<Me>('/api/users/me', { token })).user.settings.notices.verification.email
  }
  await withPage(browser, {}, async (page) => {
    await visit(page, `${url}/email-preferences${search}`)
    await page.getByRole('button', { name: 'Stop these emails' }).click()
    await page.getByRole('heading', { name: 'You no longer get these emails' }).waitFor()
    assert.equal(await wanted(), false)
    await page.reload()
    await interactive(page)
    await page.getByRole('button', { name: 'Get these emails again' }).click()
    await page.getByRole('heading', { name: 'You get these emails' }).waitFor()
    assert.equal(await wanted(), true)
  })
}
