import type { Locator, Page } from 'playwright-core'
import { interactive } from './waits.js'

/** A shareholder as a member of the compliance team works on it at `/staff/shareholders`. */
export class ShareDesk {
  constructor(
    readonly page: Page,
    private readonly baseUrl: string,
  ) {}

  async openSection(view: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/staff/shareholders?view=${view}`)
    await this.page.locator('main h2').first().waitFor()
    await interactive(this.page)
  }

  async open(userId: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/staff/shareholders?user=${userId}`)
    await this.page.locator('[data-detail]').waitFor()
    await interactive(this.page)
  }

  /** Opens the dialog of an action. */
  async begin(action: string): Promise<Locator> {
    await this.page.locator('main').getByRole('button', { name: action, exact: true }).click()
    const dialog = this.page.getByRole('dialog', { name: action })
    await dialog.waitFor()
    return dialog
  }

  /** Confirms the open dialog of an action with a reason, and waits for the message `done`. */
  async confirm(dialog: Locator, action: string, done: string): Promise<void> {
    await dialog.getByLabel('Reason').fill('Checked with the investor by telephone.')
    await dialog.getByRole('button', { name: action, exact: true }).click()
    await this.page.getByText(done).first().waitFor()
    await dialog.waitFor({ state: 'detached' })
  }

  async propose(action: string): Promise<void> {
    await this.confirm(await this.begin(action), action, 'Proposed. Another person has to decide.')
  }

  async approve(): Promise<void> {
    await this.confirm(await this.begin('Approve proposal'), 'Approve proposal', 'Decision recorded')
  }
}
