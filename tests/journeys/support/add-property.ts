import type { Page } from 'playwright-core'
import { enterDate } from './date-field.js'
import { interactive } from './waits.js'

const DAY_MS = 86_400_000
const dayAfter = (days: number) => new Date(Date.now() + 4 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10)

export interface NewProperty {
  title: string
  titleAr: string
  /** Registration number of its company, which no other property may have. */
  company: string
}

/** Adds a property in the form of the content desk; the page then shows the stored draft. */
export async function addDraft(page: Page, url: string, { title, titleAr }: NewProperty): Promise<void> {
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
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/staff\/content\/properties\/Prop_/)
  await page.getByText('Only staff can see this property.').waitFor()
}

/** Proposes terms of the draft that the page shows, and ends on the list of publications. */
export async function proposeTerms(page: Page, { company }: NewProperty): Promise<void> {
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

/** Approves the publication of a property with this title. */
export async function approvePublication(page: Page, url: string, title: string): Promise<void> {
  await page.goto(`${url}/staff/content`)
  await interactive(page)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await card.getByRole('button', { name: 'Approve publication' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The papers agree with the terms.')
  await dialog.getByRole('button', { name: 'Approve publication' }).click()
  await dialog.waitFor({ state: 'hidden' })
}
