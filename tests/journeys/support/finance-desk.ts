import type { Locator, Page } from 'playwright-core'

/** A raise as a member of the finance team works on it at `/staff/finance`. */
export class FinanceDesk {
  constructor(
    readonly page: Page,
    private readonly baseUrl: string,
  ) {}

  async openRaise(propertyId: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/staff/finance?tab=raises&raise=${propertyId}`)
    await this.page.locator('[data-detail]').waitFor()
  }

  async openTab(tab: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/staff/finance?tab=${tab}`)
    await this.page.locator('main table').waitFor()
  }

  /** Returns the actions that the open raise offers. */
  actions(): Promise<string[]> {
    return this.page.locator('[data-detail] button').allInnerTexts()
  }

  /** Opens the dialog of an action of the open raise. */
  async begin(action: string): Promise<Locator> {
    await this.page.locator('[data-detail]').getByRole('button', { name: action }).click()
    const dialog = this.page.getByRole('dialog', { name: action })
    await dialog.waitFor()
    return dialog
  }

  /** Proposes the action whose dialog is open and filled in. */
  async propose(dialog: Locator, action: string, reason: string): Promise<void> {
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: action }).click()
    await this.page.getByText('Proposed. Another person has to decide.').waitFor()
    await dialog.waitFor({ state: 'detached' })
  }

  /** Approves what another person has proposed for the open raise, with the button of this name. */
  async approve(reason: string, button: string): Promise<void> {
    const dialog = await this.begin('Approve proposal')
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: button }).click()
    await this.page.getByText('Decision recorded').waitFor()
  }
}
