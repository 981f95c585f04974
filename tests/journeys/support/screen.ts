import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import type { Account, Accounts } from './accounts.js'
import { openContext, withPage } from './browser.js'
import { answerWith } from './console.js'
import type { Language } from './languages.js'
import { visit } from './waits.js'

/** A screen as a test opens it. */
export interface Screen {
  /** Path and query. A function if they are known only once the tests of its group are prepared. */
  path: string | (() => string)
  /** Public pages have their language in the address; the others follow the user's setting. */
  public?: boolean
  /** The expected status if it is an error, which the browser logs in the console. */
  status?: number
  /** The account that opens the screen; a visitor if there is none. */
  as?: Account
  /** Milliseconds by which the page's clock is advanced once the screen is interactive. */
  waitsMs?: number
}

/**
 * Opens screens of one platform and expects no errors in their consoles. The screens of a language share a context,
 * which keeps the files of the web, and whose storage is replaced before each screen.
 */
export class Screens {
  private readonly contexts = new Map<Language, ReturnType<typeof openContext>>()

  constructor(
    private readonly browser: Browser,
    private readonly url: string,
    private readonly accounts: Accounts,
  ) {}

  /** Runs `use` with the page of a screen in a language, once it is interactive. One at a time for each language. */
  async open(screen: Screen, language: Language, use: (page: Page) => Promise<void>): Promise<void> {
    const state = screen.as && (await this.accounts.stateOf(screen.as, language))
    const expected = screen.status === undefined ? undefined : answerWith(screen.status)
    const show = async (page: Page) => {
      await visit(page, this.addressOf(screen, language))
      if (screen.waitsMs) await page.clock.fastForward(screen.waitsMs)
      await use(page)
    }
    if (screen.waitsMs)
      return withPage(this.browser, { state, expected }, async (page) => {
        await page.clock.install() // for the whole context
        await show(page)
      })
    const { context, consoleErrors } = await this.contextOf(language)
    await context.setStorageState(state ?? { cookies: [], origins: [] })
    consoleErrors.length = 0
    const page = await context.newPage()
    try {
      await show(page)
      const errors = consoleErrors.filter((text) => !expected?.test(text))
      assert.deepEqual(errors, [], 'the console')
    } finally {
      await page.close()
    }
  }

  private contextOf(language: Language) {
    const known = this.contexts.get(language) ?? openContext(this.browser)
    this.contexts.set(language, known)
    return known
  }

  private addressOf({ path, public: isPublic }: Screen, language: Language): string {
    const known = typeof path === 'string' ? path : path()
    const prefix = isPublic && language !== 'en' ? `/${language}` : ''
    return this.url + prefix + (known === '/' && prefix ? '' : known)
  }
}
