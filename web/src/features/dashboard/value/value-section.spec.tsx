import { beforeEach, describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../../test/render.js'
import { PROPERTY } from '../../../../test/token.js'
import type { ValueOverTime } from '../../../api/valuations-api.js'
import type { AppLocale } from '../../../lib/locale.js'
import ValueSection from './value-section.js'

const ASOF = '2026-11-21T08:00:00Z'
const DATA: ValueOverTime = {
  steps: [
    { day: '2024-05-01', valueFils: fils(200_000), contributedFils: fils(200_000) },
    { day: '2026-09-30', valueFils: fils(220_000), contributedFils: fils(200_000) },
  ],
  events: [
    { day: '2024-05-01', kind: 'purchase', property: PROPERTY, amountFils: fils(200_000) },
    { day: '2026-09-30', kind: 'valuation', property: PROPERTY, amountFils: fils(220_000) },
  ],
  asOf: ASOF,
}
const open = (answer: () => [number, unknown], locale?: AppLocale) =>
  renderRoutes({
    locale,
    api: fakeApi({ 'GET /value-over-time': answer }),
    routes: [{ path: '/', element: <ValueSection asOf={ASOF} /> }],
  })
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name, hidden: true }))
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map(({ textContent }) => textContent)

beforeEach(() => {
  localStorage.clear()
  storeTokens({})
})

describe('the value over time on the dashboard', () => {
  it('is a chart with every step and event in tables', async () => {
    open(() => [200, DATA])
    const chart = await screen.findByRole('img')
    expect(chart.getAttribute('aria-label')).toMatch(/value .*2,200\.00, contributed .*2,000\.00/)
    expect(rowsOf('Value over time')).toEqual([
      expect.stringMatching(/^1 May 2024.*2,000\.00.*2,000\.00/),
      expect.stringMatching(/^30 September 2026.*2,200\.00.*2,000\.00/),
    ])
    expect(rowsOf('Events')).toEqual([
      expect.stringMatching(/^1 May 2024Shares paid · .*2,000\.00/),
      expect.stringMatching(/^30 September 2026Valuation · .*2,200\.00/),
    ])
  })

  it('shows the last year with the value that was in force at its start', async () => {
    open(() => [200, DATA])
    fireEvent.click(await screen.findByRole('button', { name: '1 year' }))
    expect(screen.getByRole('button', { name: '1 year' }).getAttribute('aria-pressed')).toBe('true')
    expect(rowsOf('Value over time')[0]).toMatch(/^21 November 2025.*2,000\.00/)
    expect(rowsOf('Events')).toHaveLength(1)
  })

  it('has the returns of a year, or of the whole period within the first', async () => {
    const returns = {
      from: '2024-05-01',
      to: '2026-11-21',
      timeWeightedBasisPoints: 412,
      moneyWeightedBasisPoints: -55,
    }
    let isAnnual = true
    open(() => [200, { ...DATA, returns: { ...returns, isAnnual } }])
    const terms = () => screen.getAllByRole('term').map(({ textContent }) => textContent)
    expect(await screen.findByText('4.12% a year')).toBeTruthy()
    expect(screen.getByText('\u22120.55% a year')).toBeTruthy()
    expect(terms()).toEqual(['Time-weighted return', 'Money-weighted return'])
    cleanup()
    isAnnual = false
    open(() => [200, { ...DATA, returns: { ...returns, isAnnual } }])
    expect(await screen.findByText('4.12% in this period')).toBeTruthy()
    expect(screen.getByText(/^From 1 May 2024 to 21 November 2026\./)).toBeTruthy()
  })

  it('says so without any shares, and can be loaded again after an error', async () => {
    let status = 503
    open(() =>
      status === 200 ? [200, { ...DATA, steps: [], events: [] }] : [status, { code: 'UNAVAILABLE', detail: 'No' }],
    )
    const again = await screen.findByRole('button', { name: 'Try Again' })
    status = 200
    fireEvent.click(again)
    expect(await screen.findByText('The line begins with your first paid shares.')).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('is in Arabic too', async () => {
    open(() => [200, DATA], 'ar')
    expect(await screen.findByRole('heading', { name: 'القيمة عبر الزمن' })).toBeTruthy()
    expect((await screen.findByRole('img')).getAttribute('class')).toContain('rtl:-scale-x-100')
  })
})
