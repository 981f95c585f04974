import type { Page } from 'playwright-core'
import { TITLE_DEED } from '@hissa/testing-driver'
import { enterDate } from './date-field.js'

/** One quarter of a property as a member of the finance team works on it at `/staff/finance?tab=income`. */
export class IncomeDesk {
  constructor(
    readonly page: Page,
    private readonly baseUrl: string,
  ) {}

  async openQuarter(propertyId: string, period: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/staff/finance?tab=income&property=${propertyId}&period=${period}`)
    await this.page.locator('[data-detail]').waitFor()
  }

  /** Records an entry with a document; `category` makes it a cost. */
  async record(entry: { amount: string; date: string; reference: string; category?: string }): Promise<void> {
    await this.page.getByRole('button', { name: 'Record entry' }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Record entry' })
    if (entry.category) {
      await dialog.getByLabel('Kind').selectOption('cost')
      await dialog.getByLabel('Category').selectOption(entry.category)
    }
    await dialog.getByLabel('Amount in AED').fill(entry.amount)
    await enterDate(dialog, 'Date of the payment or invoice', entry.date)
    await dialog.getByLabel('Reference').fill(entry.reference)
    const file = { name: 'statement.pdf', mimeType: 'application/pdf', buffer: TITLE_DEED }
    await dialog.getByLabel('Document').setInputFiles(file)
    await dialog.getByText(/[0-9a-f]{64}/).waitFor()
    await dialog.getByRole('button', { name: 'Record entry' }).click()
    await dialog.waitFor({ state: 'detached' })
    await this.page.getByRole('table', { name: 'Rent and costs', exact: true }).getByText(entry.reference).waitFor()
  }

  /** Proposes to distribute the quarter as of its last day. */
  async propose(reason: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Propose distribution' }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Propose distribution' })
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Propose distribution' }).click()
    await dialog.waitFor({ state: 'detached' })
    await this.page.getByText('Distribution proposed').waitFor()
  }

  /** Approves what another person has proposed. */
  async approve(reason: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Approve proposal' }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Approve proposal' })
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: /^Distribute/ }).click()
    await this.page.getByText('Decision recorded').waitFor()
  }
}
