import type { Output } from '@hissa/contracts'
import type { GetValueOverTime, ListStatements, ListValuations } from '@hissa/contracts/investment'
import { fils } from '@hissa/money'
import type { Page } from 'playwright-core'
import { interactive } from './waits.js'

/** The periods of an account that is older than the tested platform. */
const STATEMENTS: Output<typeof ListStatements> = {
  months: [
    { month: '2026-11', from: '2026-11-01', to: '2026-11-27', complete: false },
    { month: '2026-10', from: '2026-10-05', to: '2026-10-31', complete: true },
  ],
  years: [{ year: 2026, from: '2026-10-05', to: '2026-11-27', complete: false }],
  count: 3,
}

/** What a platform of some months has done. */
const RECORD = {
  asOf: '2026-11-28T08:00:00Z',
  registered: { units: 124_800, properties: 12 },
  incomePaid: { amountFils: 123_456_700, distributions: 14, lastPaidAt: '2026-11-20T08:00:00Z' },
  released: { amountFils: 12_345_678_900, raises: 11 },
  register: {
    ...{ sequence: 38, asOf: '2026-11-27T20:00:00Z', publishedAt: '2026-11-27T20:01:00Z' },
    ...{ ledgerSeq: 9_012, treeSize: 640, root: `0x${'5e'.repeat(32)}` },
  },
}

type Property = Output<typeof ListValuations>['valuations'][number]['property']

/** Returns the value of a holding that was bought in two parts and valued twice. */
const valueOf = (property: Property): Output<typeof GetValueOverTime> => ({
  steps: [
    { day: '2025-02-10', valueFils: fils(500_000), contributedFils: fils(500_000) },
    { day: '2025-06-30', valueFils: fils(512_000), contributedFils: fils(500_000) },
    { day: '2025-11-03', valueFils: fils(812_000), contributedFils: fils(800_000) },
    { day: '2026-06-30', valueFils: fils(768_500), contributedFils: fils(800_000) },
  ],
  events: [
    { day: '2025-02-10', kind: 'purchase', property, amountFils: fils(500_000) },
    { day: '2025-06-30', kind: 'valuation', property, amountFils: fils(512_000) },
    { day: '2025-07-10', kind: 'distribution', property, amountFils: fils(6_168) },
    { day: '2025-11-03', kind: 'purchase', property, amountFils: fils(300_000) },
    { day: '2026-06-30', kind: 'valuation', property, amountFils: fils(768_500) },
    { day: '2026-07-10', kind: 'distribution', property, amountFils: fils(9_120) },
  ],
  returns: {
    ...{ from: '2025-02-10', to: '2026-11-28', isAnnual: true },
    ...{ timeWeightedBasisPoints: -42, moneyWeightedBasisPoints: -232 },
  },
  asOf: '2026-11-28T08:00:00Z',
})

/** Returns a proposed and an approved valuation. */
const valuationsOf = (property: Property): Output<typeof ListValuations> => ({
  valuations: (['proposed', 'approved'] as const).map((state) => ({
    ...{ valuationId: state, property, date: '2026-06-30', valueFils: fils(162_500_000), state },
    ...{ valuer: 'Gulf Valuation Surveyors', method: 'sales_comparison', maker: 'colleague', version: 1 },
    document: { sha256: 'd'.repeat(64), contentType: 'application/pdf', sizeBytes: 91_204 },
    ...{ reason: 'The report of June', requestedAt: '2026-07-02T08:00:00Z' },
  })),
  count: 2,
})

/** Returns a property whose page exists. */
export async function somePlace(page: Page): Promise<Property> {
  const answer = await page.request.get(new URL('/api/properties?limit=1', page.url()).href)
  const { properties } = (await answer.json()) as { properties: Property[] }
  const { propertyId, slug, title } = properties[0]!
  return { propertyId, slug, title }
}

/** Leads from the dashboard to that of an account with a longer history. */
export async function withValue(page: Page): Promise<void> {
  const json = { success: true, ...valueOf(await somePlace(page)) }
  await page.route('**/api/value-over-time', (route) => route.fulfill({ json }))
  await page.reload()
  await interactive(page)
  await page.locator('figure svg[role=img]').first().waitFor()
}

/** Leads from the list of valuations to one with a proposal. */
export async function withValuations(page: Page): Promise<void> {
  const json = { success: true, ...valuationsOf(await somePlace(page)) }
  await page.route('**/api/finance/valuations?*', (route) => route.fulfill({ json }))
  await page.reload()
  await interactive(page)
  await page.getByRole('table').first().waitFor()
}

/** Leads from the statements page to the same page of an older account. */
export async function withStatements(page: Page): Promise<void> {
  await page.route('**/api/statements', (route) => route.fulfill({ json: { success: true, ...STATEMENTS } }))
  await page.reload()
  await interactive(page)
  await page.getByRole('table').first().waitFor()
}

/** Leads from another page to the home page of an older platform. */
export async function withRecord(page: Page): Promise<void> {
  await page.route('**/api/track-record', (route) => route.fulfill({ json: { success: true, ...RECORD } }))
  await page.locator('header a').first().click()
  await page.locator('#track-record').waitFor()
}
