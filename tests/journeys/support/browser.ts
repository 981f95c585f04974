import assert from 'node:assert/strict'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '@hissa/testing-driver/product'
import { consoleErrorsOf } from './console.js'
import { WAIT_MS } from './waits.js'

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Launches Debian's Chromium, headless, with additional flags. `CHROMIUM` overrides the executable. */
export const openBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: [...FLAGS, ...flags] })

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export interface Violation {
  id: string
  help: string
  nodes: string[]
}

/** Returns the violations of WCAG 2.2 A and AA that axe finds on the current page. */
export async function violations(page: Page): Promise<Violation[]> {
  // Evaluated instead of added as a script, so that the page's content security policy stays in force.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`${await axeSource}; undefined`)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          where: unknown,
          options: unknown,
        ): Promise<{ violations: { id: string; help: string; nodes: { html: string }[] }[] }>
      }
    }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    // Without the details of what passed, which take a fifth of the time.
    const options = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] }
    const result = await axe.run(globalThis.document, options)
    return result.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.slice(0, 5).map(({ html }) => html.slice(0, 200)),
    }))
  })
}

/** Saves a screenshot of the page in `.data/pictures`, for people to look at, if `HISSA_PICTURES` is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['HISSA_PICTURES']) await savePicture(page, name)
}

async function savePicture(page: Page, name: string): Promise<void> {
  const dir = join(root, '.data', 'pictures')
  await mkdir(dir, { recursive: true })
  await page.screenshot({ path: join(dir, `${name}.png`), fullPage: true, animations: 'disabled' })
}

const windowOf = (width: number) => ({ width, height: width < 700 ? 780 : 900 })

/** Switches the theme and the width, and waits until every frame of the page is drawn with them. */
export async function show(page: Page, { theme, width }: { theme: 'light' | 'dark'; width: number }): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.setViewportSize(windowOf(width))
  for (const frame of page.frames()) await frame.evaluate(settled)
}

/** Resolves when nothing has changed for three frames: an inherited colour changes one level after the other. */
async function settled(): Promise<void> {
  const isChanging = ({ playState, timeline, effect }: Animation) =>
    playState === 'running' && timeline === document.timeline && effect?.getComputedTiming().iterations !== Infinity
  for (let quiet = 0; quiet < 3;) {
    await new Promise((drawn) => requestAnimationFrame(drawn))
    quiet = document.getAnimations().some(isChanging) ? 0 : quiet + 1
  }
}

export interface PageOptions {
  /** Width of the window in pixels. Default: 1280. */
  width?: number
  locale?: string
  /** What the browser has stored. Default: nothing, as for a new visitor. */
  state?: StorageState
  javaScriptEnabled?: boolean
  /** Errors in the console that the test causes. */
  expected?: RegExp
}

/** Opens a context whose waits have the common limit, and collects the errors that its pages log. */
export async function openContext(
  browser: Browser,
  { width = 1280, locale = 'en-AE', state, javaScriptEnabled, expected }: PageOptions = {},
): Promise<{ context: BrowserContext; consoleErrors: string[] }> {
  const context = await browser.newContext({
    ...{ viewport: windowOf(width), locale, storageState: state, javaScriptEnabled, reducedMotion: 'reduce' },
  })
  context.setDefaultTimeout(WAIT_MS)
  return { context, consoleErrors: consoleErrorsOf(context, expected) }
}

/** Runs `use` with a page of a separate context and closes it. Expects no errors in the console. */
export async function withPage<T>(browser: Browser, options: PageOptions, use: (page: Page) => Promise<T>): Promise<T> {
  const { context, consoleErrors } = await openContext(browser, options)
  try {
    const result = await use(await context.newPage())
    assert.deepEqual(consoleErrors, [], 'the console')
    return result
  } finally {
    await context.close()
  }
}
