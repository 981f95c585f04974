import { documentPicture, passportLines, rightAnswers, type Journey, type Person } from '@hissa/testing-driver'
import { expect } from './expect.js'
import type { Locator, Page } from 'playwright-core'

// Steps of a user, who finds controls by their English texts.

export const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`

export async function signUp(page: Page, base: string, person: Person): Promise<void> {
  await page.goto(base)
  await page.getByRole('link', { name: 'Sign Up' }).first().click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Full name (optional)').fill(fullName(person))
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(/email-confirmation/)
}

export async function confirm(page: Page, journey: Journey, person: Person): Promise<void> {
  await page.getByLabel('Confirmation code').fill(await journey.mailbox.waitForCode(person.email))
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await page.waitForURL((url) => !url.pathname.includes('email-confirmation'))
}

export async function signIn(page: Page, base: string, person: Person): Promise<void> {
  if (!page.url().includes('/signin')) return
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).last().click()
  await page.waitForURL((url) => !url.pathname.includes('/signin'))
}

export async function completeProfile(page: Page, person: Person): Promise<void> {
  await page.waitForURL(/onboarding/)
  await page.getByLabel('Full name').fill(fullName(person))
  const [year, month, day] = person.dateOfBirth.split('-').map(Number)
  const birth = page.getByRole('group', { name: 'Date of birth' })
  await birth.getByLabel('Day').fill(String(day))
  await chooseOrFill(birth.getByLabel('Month'), String(month))
  await birth.getByLabel('Year').fill(String(year))
  await page.getByLabel('Phone', { exact: true }).fill('501234567')
  await page.getByLabel('Nationality').selectOption(person.nationality)
  await page.getByLabel('Country of residence').selectOption('AE')
  await page.getByLabel('Address', { exact: true }).fill('Office 1, Sample Tower')
  await page.getByLabel('City').fill('Abu Dhabi')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('heading', { name: 'Identity verification' }).waitFor()
}

async function chooseOrFill(control: ReturnType<Page['getByLabel']>, value: string): Promise<void> {
  const isSelect = await control.evaluate((element) => element.tagName === 'SELECT')
  if (isSelect) await control.selectOption(value)
  else await control.fill(value)
}

export async function proveIdentity(page: Page, person: Person): Promise<void> {
  const passport = page.getByRole('radio', { name: /Passport/ })
  if (await passport.count()) await passport.check({ force: true })
  const issuer = page.getByLabel('Country of issue')
  if (await issuer.count()) await issuer.selectOption({ label: 'United Kingdom' })
  const go = page.getByRole('button', { name: 'Continue', exact: true })
  if (await go.count()) await go.click()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: documentPicture(5) })
  await page
    .getByText(/^Uploaded/)
    .first()
    .waitFor()
  for (const [index, line] of passportLines(person.document).entries())
    await page.getByLabel(`Line ${index + 1}`).fill(line)
  await page.getByText('No typing errors found.').waitFor()
  await page.getByRole('radio', { name: 'No', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Submit for verification' }).click()
  await page.getByRole('heading', { name: 'You’re verified' }).waitFor()
}

/** Goes from the invest box of a property to the hosted payment page. */
export async function reserve(page: Page, base: string, slug: string, amount: string): Promise<void> {
  await page.goto(`${base}/properties/${slug}`)
  const box = page.getByRole('textbox', { name: 'Your investment' }).first()
  await box.fill(amount)
  await page.getByRole('button', { name: 'Invest', exact: true }).first().click()
  await acceptAndPay(page)
}

/** Goes from the first step that is still needed, or the review, to the payment page. */
export async function acceptAndPay(page: Page): Promise<void> {
  await page.waitForURL(/\/(eligibility|disclosures|review)/)
  if (page.url().includes('/eligibility')) await answerQuestions(page)
  if (!page.url().includes('/review')) await acceptDisclosures(page)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/c\/pay\//)
}

async function acceptDisclosures(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Read before you pay' }).waitFor()
  const boxes = page.getByRole('checkbox')
  await boxes.first().waitFor()
  const count = await boxes.count()
  for (let index = 0; index < count; index += 1) {
    expect(!(await boxes.nth(index).isChecked()), 'no box is ticked beforehand')
    await boxes.nth(index).check()
  }
  await page.getByRole('button', { name: 'Accept and continue' }).click()
}

/** Answers every question about the risks correctly, in any language. */
export async function answerQuestions(page: Page): Promise<void> {
  await chooseRightAnswers(page, (option) => option.check())
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL((url) => !url.pathname.includes('/eligibility'))
}

/** Chooses the right option of each question with `choose`. */
export async function chooseRightAnswers(page: Page, choose: (option: Locator) => Promise<void>): Promise<void> {
  const options = page.locator('main fieldset input[type=radio]')
  await options.first().waitFor()
  const names = await options.evaluateAll((inputs) => [...new Set(inputs.map((input) => input.getAttribute('name')!))])
  for (const { questionId, optionId } of rightAnswers(names.map((name) => ({ questionId: name })))) {
    await choose(page.locator(`#${questionId}-${optionId}`))
  }
}

/** Enters a card on the hosted payment page and submits it. */
export async function pay(page: Page, number: string): Promise<void> {
  await page.locator('input[name=number]').fill(number)
  await page.locator('input[name=expiry]').fill('12 / 34')
  await page.locator('input[name=cvc]').fill('123')
  await page.locator('input[name=name]').fill('Test Card')
  await page.locator('form button.primary').click()
}
