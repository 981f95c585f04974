import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'

/** Presses a button, and returns the bytes of the file that it saves. */
export async function savedBy(page: Page, button: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return readFile(await download.path())
}
