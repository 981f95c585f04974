import assert from 'node:assert/strict'
import type { Person } from '@hissa/testing-driver'
import type { Page } from 'playwright-core'
import { answerQuestions } from './steps.js'
import { cardFrame, confirmCard, enterCard } from './payment-element.js'
import { interactive, visit } from './waits.js'

/** Invests from a property's Arabic page, starting signed out, and asserts that every page is in Arabic. */
export async function investInArabic(page: Page, address: string, person: Person): Promise<void> {
  const language = () => page.evaluate(() => document.documentElement.lang)
  await visit(page, address)
  await page.locator('#amount').fill('3000')
  await page.locator('#invest button[type=submit]').click()
  await page.waitForURL(/\/ar\/signin/)
  await page.locator('input[type=email]').fill(person.email)
  await page.locator('input[type=password]').fill(person.password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL((url) => url.pathname.startsWith('/ar/properties/'))
  await interactive(page)
  assert.equal(await page.locator('#amount').inputValue(), '3,000')
  await page.locator('#invest button[type=submit]').click()
  await page.waitForURL(/\/(eligibility|disclosures)/)
  if (page.url().includes('/eligibility')) await answerQuestions(page)
  await page.waitForURL(/\/disclosures/)
  const boxes = page.getByRole('checkbox')
  await boxes.first().check()
  await page.reload()
  await boxes.first().waitFor()
  assert.ok(await boxes.first().isChecked(), 'the tick outlives a reload')
  for (const box of await boxes.all()) await box.check()
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/\/review/)
  assert.equal(await language(), 'ar')
  await page.locator('main section button').last().click()
  await page.waitForURL(/\/payment\//)
  await cardFrame(page).getByLabel('رقم البطاقة').waitFor()
  assert.equal(await language(), 'ar')
  await page.goBack()
  await page.getByRole('heading', { name: 'ادفع ثمن حصصك' }).waitFor()
  assert.equal(await boxes.count(), 0, 'nothing is to be accepted again')
  await page.goForward()
  await enterCard(page, '4242424242424242')
  await confirmCard(page)
  await page.getByRole('heading', { name: 'وصلت دفعتك' }).waitFor()
  assert.equal(await language(), 'ar')
}
