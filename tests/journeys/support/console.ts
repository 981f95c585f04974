import type { BrowserContext } from 'playwright-core'

/** Chromium warns of a font that is used later than a few seconds after its page has loaded, as on a busy machine. */
const FONT_WARNING = /\.woff2 was preloaded using link preload but not used within a few seconds/

/**
 * Collects the errors and warnings that a context's pages log, except those that match `expected`, and Chromium's
 * warnings of fonts that are preloaded and not used soon.
 */
export function consoleErrorsOf(context: BrowserContext, expected?: RegExp): string[] {
  const consoleErrors: string[] = []
  context.on('console', (message) => {
    const isFault = ['error', 'warning'].includes(message.type()) && !FONT_WARNING.test(message.text())
    if (isFault && !expected?.test(message.text()))
      consoleErrors.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => consoleErrors.push(String(error.error())))
  return consoleErrors
}

/** Matches what the browser logs about an answer with this status. */
export const answerWith = (...statuses: number[]): RegExp => new RegExp(`status of (${statuses.join('|')})\\b`)
