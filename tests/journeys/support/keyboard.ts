import type { Page } from 'playwright-core'

const MAX_STOPS = 120

/** Returns the focused element's accessible name and its kind. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    if (!element || element === document.body) return { name: '', kind: '' }
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent ?? '')
    const by = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
    const name =
      element.getAttribute('aria-label') ?? (labels.join(' ') || by.join(' ').trim() || element.innerText || '')
    const checked = (element as HTMLInputElement).checked
    return {
      name: name.trim(),
      kind: (element as HTMLInputElement).type === 'checkbox' ? (checked ? 'checked' : 'checkbox') : element.tagName,
    }
  })

/** Presses Tab until the wanted element has the focus; `checkbox` means the next one that is not ticked. */
export async function tabTo(page: Page, wanted: RegExp | 'checkbox'): Promise<void> {
  const stops: string[] = []
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab')
    const { name, kind } = await focused(page)
    if (wanted === 'checkbox' ? kind === 'checkbox' : wanted.test(name)) return
    stops.push(name.slice(0, 30))
  }
  throw new Error(
    `${String(wanted)} is not reachable by keyboard; the focus stops were ${stops.slice(0, 40).join(' | ')}`,
  )
}

/** Moves the focus to a button by Tab and presses it. */
export async function pressByKeyboard(page: Page, wanted: RegExp): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}
