import type { Page } from 'playwright-core'

/** Begins to decide an identity case, with a first reason. */
export async function startDecision(page: Page): Promise<void> {
  await page.locator('main button[aria-keyshortcuts="i"]:not([aria-disabled])').click()
  await page.getByRole('checkbox').first().check()
  await page.getByText(/^(By email|في البريد الإلكتروني)$/).waitFor()
}

/** Shows who has read or changed an identity case. */
export async function showTrail(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Show the audit trail|عرض سجل التدقيق)$/ }).click()
  await page.getByText(/#\d/).first().waitFor()
}

/** Opens the first account of `/staff/users`. */
export async function openFirstUser(page: Page): Promise<void> {
  await page.locator('main td a').first().click()
  await page.locator('main dl').waitFor()
}

/** Verifies the audit logs of all six services at `/staff/audit`, which are intact or empty. */
export async function verifyAudit(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Verify all chains|التحقق من جميع السلاسل)$/ }).click()
  const intact = page.getByText(/^(Intact up to row|Nothing recorded yet|سليمة حتى السجل|لا سجلات بعد)/)
  await intact.nth(5).waitFor()
}
