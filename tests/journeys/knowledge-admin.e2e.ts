import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createJourney, type Journey } from '@hissa/testing-driver'
import { startHissa, type Hissa } from '@hissa/testing-driver/product'
import type { Browser, Page } from 'playwright-core'
import { Accounts, sampleAccount } from './support/accounts.js'
import { openBrowser } from './support/browser.js'
import { inEachLanguage, type Language } from './support/languages.js'
import { assertEveryLook } from './support/looks.js'
import { Screens } from './support/screen.js'
import { visit, waitFor } from './support/waits.js'

const ADMIN = '/mae-knowledgebase-admin'
type Name = 'content' | 'content2' | 'investor' | 'compliance'

const markdown = (title: string, section = 'help') =>
  `---\ntitle: ${title}\nsection: ${section}\nreviewedAt: 2026-11-20\nquestions:\n  - What is a ${title}?\n---\n\nA ${title} is explained here.\n`
const file = (name: string, text: string) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) })

describe('the console of the knowledge base', () => {
  let hissa: Hissa
  let browser: Browser
  let journey: Journey
  let screens: Screens

  before(async () => {
    hissa = await startHissa()
    browser = await openBrowser()
    journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
    screens = new Screens(browser, hissa.url, new Accounts(journey, hissa.url))
  })

  after(async () => {
    await browser?.close()
    await hissa?.stop()
  })

  const call = async (path: string, { as, ...rest }: { as?: Name; method?: 'GET' | 'PUT'; body?: unknown }) => {
    const { email, password } = sampleAccount(as ?? '')
    const token = as && (await journey.signIn(email, password)).idToken
    return journey.api<Record<string, any>>(`/api/chat${path}`, { token, ...rest })
  }

  /** Drafts and a proposal, questions without an answer, a bad rating and a request for a person. */
  const prepare = async () => {
    const { article } = await call('/articles/fees', { as: 'content', method: 'GET' })
    const { published, version } = article
    const { en, ar } = published.texts
    const body = { ...en, body: `${en.body}\n\nThere is no yearly fee.`, title: 'Fees and what they cover' }
    const content = { ...published, texts: { en: body, ar } }
    await call('/articles/fees', { as: 'content', method: 'PUT', body: { version, content } })
    const proposal = { action: 'publish', reason: 'People ask whether a yearly fee is charged.' }
    await call('/articles/fees/proposal', { as: 'content', body: proposal })
    const gifts = { section: 'shares', reviewedAt: '2026-02-01', texts: { en: { ...en, title: 'Gifts' }, ar: null } }
    await call('/articles/gifts', { as: 'content', method: 'PUT', body: { version: 0, content: gifts } })
    for (const [text, times] of [
      ['Does the zebra pavilion accept giraffes?', 3],
      ['هل تقبل الحديقة الزرافات؟', 1],
    ] as const)
      for (let time = 0; time < times; time += 1) await ask(text)
    const { conversationId, messageId } = await ask('How long is the cooling-off period?')
    await call(`/conversations/${conversationId}/ratings`, { body: { messageId, rating: 'down' } })
    await call(`/conversations/${conversationId}/handover`, {
      body: { shareTranscript: true, email: 'visitor@example.test' },
    })
  }

  const ask = async (text: string) => {
    const [conversationId, messageId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
    await call(`/conversations/${conversationId}/messages`, { body: { messageId, text, language: 'en' } })
    return { conversationId, messageId }
  }

  const open = (path: string, as: Name, use: (page: Page) => Promise<void>, language: Language = 'en') =>
    screens.open({ path, as: sampleAccount(as) }, language, use)

  describe('screens', () => {
    before(() => prepare())

    const looks: { name: string; path: string; as: Name; act?: (page: Page) => Promise<void> }[] = [
      { name: 'articles', path: ADMIN, as: 'content' },
      { name: 'articles-none', path: `${ADMIN}?q=zebra`, as: 'content' },
      { name: 'article', path: `${ADMIN}?article=risks`, as: 'content' },
      { name: 'proposed', path: `${ADMIN}?article=fees`, as: 'content2' },
      { name: 'proposed-own', path: `${ADMIN}?article=fees`, as: 'content' },
      {
        name: 'decision',
        path: `${ADMIN}?article=fees`,
        as: 'content2',
        act: (page) => page.getByRole('button', { name: /^(Approve|قبول)$/ }).click(),
      },
      { name: 'history', path: `${ADMIN}?article=fees&show=history&version=1`, as: 'content' },
      { name: 'edit', path: `${ADMIN}?edit=fees`, as: 'content' },
      {
        name: 'new-faults',
        path: `${ADMIN}?edit=new&question=zebra&language=en`,
        as: 'content',
        act: (page) => page.locator('main form button[type=submit]').click(),
      },
      { name: 'test-empty', path: `${ADMIN}?tab=test`, as: 'content' },
      { name: 'test-answer', path: `${ADMIN}?tab=test&q=How+long+is+the+cooling-off+period%3F`, as: 'content' },
      { name: 'test-unknown', path: `${ADMIN}?tab=test&q=Who+won+the+football+match+on+fees+street%3F`, as: 'content' },
      { name: 'gaps', path: `${ADMIN}?tab=gaps`, as: 'content' },
      { name: 'import', path: `${ADMIN}?tab=import`, as: 'content' },
      {
        name: 'import-faults',
        path: `${ADMIN}?tab=import`,
        as: 'content',
        act: async (page) => {
          const files = [
            file('gifts.ar.md', markdown('هدية', 'nowhere')),
            file('fees.en.md', markdown('Fees')),
            file('questions.csv', 'article,language,question\nmoon,en,Why?\n'),
          ]
          await page.locator('input[type=file]').first().setInputFiles(files)
          await page.getByRole('table').nth(1).waitFor()
        },
      },
      { name: 'not-for-you', path: ADMIN, as: 'investor' },
      { name: 'requests', path: '/staff/requests', as: 'compliance' },
    ]

    for (const { name, path, as, act } of looks) {
      it(`shows ${name} without accessibility or layout errors`, () =>
        inEachLanguage((language) => {
          const look = async (page: Page) => {
            await act?.(page)
            await assertEveryLook(page, `knowledge-${name}`, language)
          }
          return open(path, as, look, language)
        }))
    }
  })

  it('hides the link from others and shows it to content staff', async () => {
    for (const [as, count] of [
      ['investor', 0],
      ['content', 1],
    ] as const)
      await open('/properties', as, async (page) =>
        assert.equal(await page.locator(`header nav a[href="${ADMIN}"]`).count(), count, as),
      )
  })

  it('takes an article from a file to an answer, with two people', async () => {
    await open(`${ADMIN}?tab=import`, 'content', async (page) => {
      const files = [file('quagga.en.md', markdown('quagga')), file('quagga.ar.md', markdown('كواغا'))]
      await page.locator('input[type=file]').first().setInputFiles(files)
      await page.getByRole('button', { name: 'Save 1 draft' }).click()
      await page.getByText('1 draft saved').first().waitFor()
      await page.goto(`${hissa.url}${ADMIN}?article=quagga`)
      await confirm(page, 'Propose publication', 'A new article about quaggas')
      await page.getByText('You proposed this. A colleague has to approve or reject it.').waitFor()
    })
    await open(`${ADMIN}?article=quagga`, 'content2', async (page) => {
      await confirm(page, 'Approve', 'Read in both languages')
      await page.getByText('Proposal approved').waitFor()
      // Answers use an article once the service has learned from it.
      await waitFor('the article in an answer', async () => {
        await visit(page, `${hissa.url}${ADMIN}?tab=test&q=What+is+a+quagga%3F`)
        return page.locator('blockquote').getByText('A quagga is explained here.').isVisible()
      })
    })
  })

  const confirm = async (page: Page, name: string, reason: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
})
