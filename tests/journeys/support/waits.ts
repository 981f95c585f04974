import { poll } from '@hissa/testing-driver'
import type { Page } from 'playwright-core'

/** The time limit of every wait in a browser test: long, because a busy machine must not fail a test. */
export const WAIT_MS = 60_000

/**
 * Waits until the screen at the page's address reacts to the user, its code has loaded and none of its queries is
 * pending. A test of a later change waits for what it expects to see.
 */
export async function interactive(page: Page): Promise<void> {
  await page.waitForFunction(isInteractive).catch((error: unknown) => {
    throw new Error(`${page.url()} did not become interactive`, { cause: error })
  })
}

/** Runs in the page in each frame; true in the third frame with the mark, because a query may have just begun. */
function isInteractive(): boolean {
  const frames = window as { readyFrames?: number }
  const isMarked = document.documentElement.dataset['ready'] === location.pathname + location.search
  frames.readyFrames = isMarked ? (frames.readyFrames ?? 0) + 1 : 0
  return frames.readyFrames >= 3
}

/** Opens an address of the product and waits until its screen is interactive. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await interactive(page)
}

/** Repeats `attempt`, which may itself wait for the page, until it returns a value. */
export const waitFor = <T>(what: string, attempt: Parameters<typeof poll<T>>[1]): Promise<T> =>
  poll(what, attempt, { timeoutMs: 3 * WAIT_MS })
