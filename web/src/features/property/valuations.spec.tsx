import { describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aProperty } from '../../../test/property.js'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import { aPropertyValuations, aValuation } from '../../../test/valuations.js'
import type { AppLocale } from '../../lib/locale.js'
import { Valuations } from './valuations.js'

const GET = 'GET /properties/marina-gate-2-1904/valuations'
const open = (answer: () => [number, unknown], locale?: AppLocale) =>
  renderRoutes({
    locale,
    api: fakeApi({ [GET]: answer }),
    routes: [{ path: '/', element: <Valuations property={aProperty()} /> }],
  })

describe('the valuations on the page of a property', () => {
  it('show the latest with its date and a share’s part, and all of them in a table', async () => {
    const earlier = aValuation({ date: '2026-03-31', valueFils: fils(158_000_000), method: 'income' })
    open(() => [200, aPropertyValuations([aValuation(), earlier])])
    expect(await screen.findByText('Valued on 30 September 2026')).toBeTruthy()
    expect(screen.getByText(/^A share’s part of it/).textContent).toContain('154.76')
    const rows = within(screen.getByRole('table', { name: 'Valuations' })).getAllByRole('row')
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^30 September 2026Gulf Valuation SurveyorsSales comparison.*1,625,000\.00/),
      expect.stringMatching(/^31 March 2026Gulf Valuation SurveyorsIncome.*1,580,000\.00/),
    ])
  })

  it('state no figure where there is none', async () => {
    open(() => [200, aPropertyValuations([])])
    expect(await screen.findByText('No valuation yet')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(document.body.textContent).not.toMatch(/AED|\d/)
  })

  it('are in Arabic too', async () => {
    open(() => [200, aPropertyValuations([aValuation()])], 'ar')
    expect(await screen.findByRole('table', { name: 'التقييمات' })).toBeTruthy()
  })

  it('can be loaded again after an error, and are absent for a property without an offering', async () => {
    let status = 503
    open(() => (status === 200 ? [200, aPropertyValuations([])] : [status, { code: 'UNAVAILABLE', detail: 'No' }]))
    const again = await screen.findByRole('button', { name: 'Try Again' })
    status = 404
    fireEvent.click(again)
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Valuations' })).toBeNull())
  })
})
