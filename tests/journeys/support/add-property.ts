import assert from 'node:assert/strict'
import type { Journey } from '@hissa/testing-driver'
import type { Browser, Page } from 'playwright-core'
import { withPage, type StorageState } from './browser.js'
import { PHOTO_CAPTION, uploadPictures } from './upload-pictures.js'
import { enterDate } from './date-field.js'
import { interactive, waitFor } from './waits.js'

const DAY_MS = 86_400_000
const dayAfter = (days: number) => new Date(Date.now() + 4 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10)

interface NewProperty {
  title: string
  titleAr: string
  /** Registration number of its company, which no other property may have. */
  company: string
}

/** Adds a property with two pictures in the form of the content desk; the page then shows the stored draft. */
async function addDraft(page: Page, url: string, { title, titleAr }: NewProperty): Promise<void> {
  await page.goto(`${url}/staff/content/properties`)
  await interactive(page)
  await page.getByRole('link', { name: 'Add property' }).click()
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('Title in English').fill(title)
  await field('Title in Arabic').fill(titleAr)
  await field('Description in English').fill('A two-bedroom apartment with a view of the marina.')
  await field('Description in Arabic').fill('شقة بغرفتي نوم تطل على المرسى.')
  await field('Emirate or city').selectOption('Dubai')
  await field('District').selectOption('Dubai Marina')
  await field('Type').selectOption('apartment')
  await field('Bedrooms').fill('2')
  await field('Size in m²').fill('118')
  await field('Purchase price').fill('1,900,000')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/staff\/content\/properties\/Prop_/)
  await page.getByText('Only staff can see this property.').waitFor()
  await uploadPictures(page)
}

/** Proposes terms of the draft that the page shows, and ends on the list of publications. */
async function proposeTerms(page: Page, { company }: NewProperty): Promise<void> {
  await page.getByRole('link', { name: 'Propose for publication' }).click()
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const words = {
    'What the costs are based on': ['The sale agreement', 'عقد البيع'],
    'What the rent is based on': ['The tenancy contract', 'عقد الإيجار'],
    'Source of the figures': ['Papers of the seller', 'أوراق البائع'],
  }
  for (const [name, [en, ar]] of Object.entries(words)) {
    await field(`${name}, in English`).fill(en!)
    await field(`${name}, in Arabic`).fill(ar!)
  }
  const amounts = { 'Registration fee': '76,000', 'Gross rent': '140,000', 'Service charge': '18,000' }
  for (const [name, amount] of Object.entries(amounts)) await field(name).fill(amount)
  await field('Platform fee').fill('1.5')
  await enterDate(page.locator('main'), 'Deadline', dayAfter(30))
  await field('Name of the company').fill('Marsa SPV Limited')
  await field('Registration number').fill(company)
  await field('Jurisdiction').fill('ADGM')
  await enterDate(page.locator('main'), 'Date of the valuation', dayAfter(0))
  await field('Valuer').fill('Independent Valuers LLC')
  await field('Reference of the valuation').fill('V-2026-118')
  await field('Why these terms').fill('They agree with the signed term sheet.')
  await page.getByRole('button', { name: 'Propose for publication' }).click()
  await page.waitForURL(/\/staff\/content$/)
}

/** Waits until the browser has loaded the uploaded photograph. */
async function assertLoaded(page: Page): Promise<void> {
  const photo = page.getByRole('img', { name: PHOTO_CAPTION }).first()
  await waitFor('the photograph', () =>
    photo.evaluate((image: HTMLImageElement) => {
      // It is loaded once it is near the window.
      image.scrollIntoView()
      return image.naturalWidth > 0 || undefined
    }),
  )
}

/** Asserts that a page names a preview for links that caches may keep. */
async function assertPreview(address: string): Promise<void> {
  const html = await (await fetch(address)).text()
  const [preview] =
    /http[^"]*\/api\/property-media\/[^"]*-preview\.jpg/.exec(html) ?? assert.fail('there is no preview')
  const { status, headers } = await fetch(preview)
  assert.deepEqual(
    [status, headers.get('content-type'), headers.get('cache-control')],
    [200, 'image/jpeg', 'public, max-age=31536000, immutable'],
  )
}

/** Approves the publication of a property with this title. */
async function approvePublication(page: Page, url: string, title: string): Promise<void> {
  await page.goto(`${url}/staff/content`)
  await interactive(page)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await card.getByRole('button', { name: 'Approve publication' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The papers agree with the terms.')
  await dialog.getByRole('button', { name: 'Approve publication' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/**
 * Takes a property from the form to the public list: the first person adds it and proposes its terms, the second one
 * approves them. Returns the paths of its page for staff, and of that of another draft.
 */
export async function publishNewProperty(
  browser: Browser,
  journey: Journey,
  url: string,
  [proposer, approver]: readonly [StorageState, StorageState],
): Promise<{ published: string; draft: string }> {
  const property = { title: 'Marsa Court Home', titleAr: 'بيت مرسى كورت', company: 'SPV-MARSA-1' }
  let [published, draft] = ['', '']
  await withPage(browser, { state: proposer }, async (page) => {
    await addDraft(page, url, property)
    published = new URL(page.url()).pathname
    assert.deepEqual(await journey.properties('q=Marsa%20Court'), [])
    await proposeTerms(page, property)
    await addDraft(page, url, { ...property, title: 'Quay House' })
    draft = new URL(page.url()).pathname
  })
  await withPage(browser, { state: approver }, (page) => approvePublication(page, url, property.title))
  // The gateway keeps a list until the event of the publication arrives.
  const { slug, offering } = await waitFor('the property in the public list', async () => {
    return (await journey.properties('q=Marsa%20Court'))[0]
  })
  assert.deepEqual([slug, offering.expectedReturn?.basisPoints], ['marsa-court-home', 617])
  await withPage(browser, {}, async (page) => {
    await page.goto(`${url}/properties?q=Marsa%20Court`)
    await interactive(page)
    await page.getByRole('heading', { name: property.title }).waitFor()
    await assertLoaded(page)
    await page.getByRole('link', { name: property.title, exact: true }).click()
    await page.waitForURL(/marsa-court-home/)
    await page.getByRole('button', { name: 'View pictures full screen' }).waitFor()
    await assertLoaded(page)
  })
  await assertPreview(`${url}/properties/${slug}`)
  return { published, draft }
}

/** Proposes the next version of a published offering's terms, with a different fee. */
export async function proposeNextTerms(journey: Journey, slug: string, token: string): Promise<void> {
  const { property } = await journey.api<{ property: Record<string, any> }>(`/api/properties/${slug}`, { token })
  const { propertyId, offering, acquisition, rent, spv } = property
  const { unitPriceFils, unitsTotal, unitsIssued, minimumFils, expectedReturn, termYears, deadline } = offering
  const valuedOn = new Date().toISOString().slice(0, 10)
  const valuation = { valuedOn, valuer: 'A valuer', reference: 'V-1', amountFils: 100_000_000 }
  const terms = {
    ...{ unitPriceFils, unitsTotal, unitsIssued, minimumFils, feeBasisPoints: 125, expectedReturn, termYears },
    ...{ deadline, acquisition, rent, spv, valuation, minimumUnits: offering.minimumUnits },
  }
  const body = { propertyId, terms, reason: 'The platform fee is reduced.' }
  await journey.api('/api/publications', { token, body })
}
