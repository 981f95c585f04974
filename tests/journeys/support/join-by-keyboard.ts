import { documentPicture, type Journey, passportLines, type Person } from '@hissa/testing-driver'
import type { Page } from 'playwright-core'
import { pressByKeyboard, tabTo } from './keyboard.js'
import { interactive, visit } from './waits.js'

/** Signs up and submits the identity verification by keyboard alone. */
export async function joinByKeyboard(
  page: Page,
  hissaUrl: string,
  person: Person,
  mailbox: Journey['mailbox'],
): Promise<void> {
  const fill = async (label: RegExp, text: string) => {
    await tabTo(page, label)
    await page.keyboard.type(text)
  }
  await visit(page, `${hissaUrl}/registration`)
  await fill(/^Email/, person.email)
  await fill(/^Password/, person.password)
  await pressByKeyboard(page, /^Create account/)
  await page.waitForURL(/email-confirmation/)
  await interactive(page)
  await fill(/^Confirmation code/, await mailbox.waitForCode(person.email))
  await page.keyboard.press('Enter')
  await page.waitForURL(/onboarding/)
  await page.getByRole('heading', { name: 'About you' }).waitFor()
  await fill(/^Full name/, `${person.firstName} ${person.lastName}`)
  const [year, month, day] = person.dateOfBirth.split('-').map(Number)
  await fill(/^Day/, String(day))
  await tabTo(page, /^Month/)
  for (let step = 0; step < month!; step += 1) await page.keyboard.press('ArrowDown')
  await fill(/^Year/, String(year))
  await fill(/^Phone/, '501234567')
  await fill(/^Nationality/, 'United Kingdom')
  await fill(/^Country of residence/, 'United Arab Emirates')
  await fill(/^Address/, 'Office 1, Sample Tower')
  await fill(/^City/, 'Abu Dhabi')
  await pressByKeyboard(page, /^Save and continue/)
  await page.getByRole('heading', { name: 'Identity verification' }).waitFor()
  await fill(/^Country of issue/, 'United Kingdom')
  await pressByKeyboard(page, /^Continue$/)
  await page.getByRole('heading', { name: 'Pictures of your document' }).waitFor()
  await page.locator('h2:focus', { hasText: 'Identity verification' }).waitFor()
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, /photograph|picture/i)
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name: 'passport.png', mimeType: 'image/png', buffer: documentPicture(7) })
  await page
    .getByText(/^Uploaded/)
    .first()
    .waitFor()
  for (const [index, line] of passportLines(person.document).entries())
    await fill(new RegExp(`^Line ${index + 1}`), line)
  await tabTo(page, /^(No|Yes)$/)
  await page.keyboard.press('Space')
  await pressByKeyboard(page, /^Submit for verification/)
  await page.getByRole('heading', { name: /You’re verified|under review/ }).waitFor()
}
