import type { Locator } from 'playwright-core'

/** Enters a date, `2026-12-01` or `2026-12-01T20:00`, in the fields of the group with this name. */
export async function enterDate(within: Locator, name: string, date: string): Promise<void> {
  const [year, month, day] = date.slice(0, 10).split('-').map(Number) as [number, number, number]
  const group = within.getByRole('group', { name })
  await group.getByLabel('Day').fill(String(day))
  await group.getByLabel('Month').selectOption(String(month))
  await group.getByLabel('Year').fill(String(year))
  if (date.length > 10) await within.getByLabel('Time', { exact: true }).fill(date.slice(11))
}
