import { figure, report, type Metric } from '@hissa/testing-helpers/bench'
import { createJourney } from '@hissa/testing-driver'
import { root, startHissa } from '@hissa/testing-driver/product'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../journeys/support/browser.js'
import { loadCold, type Load } from './cold-load.js'

const ROUNDS = 5
const GOALS = { lcpMs: '<= 1500', tbtMs: '<= 250', bytes: '<= 500000' } as const
const UNITS = { lcpMs: 'ms', tbtMs: 'ms', bytes: 'B' } as const
const MEASURES = ['lcpMs', 'tbtMs', 'bytes'] as const

const hissa = await startHissa()
const browser = await openBrowser()
try {
  const { mailUrl, url, output } = hissa
  const [property] = await createJourney({ baseUrl: url, mailUrl }).properties('status=active&sort=price_high&limit=1')
  const pages = { home: '/', list: '/properties', detail: `/properties/${property!.slug}` }
  const metrics: Metric[] = []
  const rounds = await measure(
    browser,
    Object.entries(pages).map(([page, path]) => [page, `${url}${path}`] as const),
  )
  for (const [page, loads] of Object.entries(rounds))
    for (const measure of MEASURES)
      metrics.push(
        figure(
          `web.${page}.${measure}`,
          loads.map((load) => load[measure]),
          UNITS[measure],
          GOALS[measure],
        ),
      )
  report(root, 'web', /docstore/.test(output()) ? 'docstore' : 'MongoDB', metrics)
} finally {
  await browser.close()
  await hissa.stop()
}

/** Loads every page once per round, so that a load spike on the machine affects all pages equally. */
async function measure(browser: Browser, pages: readonly (readonly [string, string])[]) {
  const rounds: Record<string, Load[]> = Object.fromEntries(pages.map(([page]) => [page, []]))
  // The server renders and caches each page before the first round, because this measures the client.
  for (const [, address] of pages) await (await fetch(address)).text()
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [page, address] of pages) {
      const load = await loadCold(browser, address)
      rounds[page]!.push(load)
      console.log(`${page}, round ${round} of ${ROUNDS}: ${JSON.stringify(load)}`)
    }
  }
  return rounds
}
