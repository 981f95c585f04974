import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Counts what an applicant does. */
export class Actions {
  count = 0

  constructor(private readonly page: Page) {}

  async press(name: RegExp | string): Promise<void> {
    this.count += 1
    await this.page.getByRole('button', { name }).click()
  }

  async answerNo(): Promise<void> {
    this.count += 1
    await this.page.getByRole('radio', { name: 'No', exact: true }).check()
  }

  async chooseFile(buffer: Buffer): Promise<void> {
    this.count += 1
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
    await this.page.locator('input[type=file]').first().setInputFiles(file)
  }
}

/** Waits until the fields are filled in from the picture, and expects that nothing is left to type. */
export async function assertReadFromPicture(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Read from your document' }).waitFor()
  await page.getByText('LAYLA HADDAD').first().waitFor()
  const lines = page.locator('#mrz-0')
  assert.equal(await lines.inputValue(), 'P<UTOHADDAD<<LAYLA'.padEnd(44, '<'))
  await page.getByText('No typing errors found.').waitFor()
}

/** Answers the question that is on no document, and submits. */
export async function submit(page: Page, actions: Actions): Promise<void> {
  await actions.answerNo()
  await actions.press(/^Submit for verification/)
  await page.getByRole('heading', { name: /You’re verified|under review/ }).waitFor()
}
