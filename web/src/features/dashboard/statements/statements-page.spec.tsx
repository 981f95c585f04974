import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../../test/render.js'
import StatementsPage from './statements-page.js'

const months = [
  { month: '2026-11', from: '2026-11-01', to: '2026-11-27', complete: false },
  { month: '2026-10', from: '2026-10-01', to: '2026-10-31', complete: true },
]
const years = [{ year: 2026, from: '2026-01-01', to: '2026-11-27', complete: false }]

beforeEach(() => {
  localStorage.clear()
  storeTokens()
})

function open(answer: () => [number, unknown]) {
  const routes = [{ path: '/dashboard/statements', element: <StatementsPage /> }]
  return renderRoutes({ at: '/dashboard/statements', api: fakeApi({ 'GET /statements': answer }), routes })
}
const rows = async () => (await screen.findAllByRole('row')).map((row) => row.textContent)

describe('the statements of an account', () => {
  it('are listed by month and by year, with what each covers and its files', async () => {
    open(() => [200, { success: true, months, years, count: 3 }])
    const text = (await rows()).join('\n')
    for (const part of ['November 2026', '1 November 2026 to 27 November 2026', 'Runs until its end', 'Ended', '2026'])
      expect(text).toContain(part)
    for (const name of ['PDF November 2026', 'XLSX October 2026', 'CSV October 2026', 'JSON 2026'])
      expect(screen.getByRole('button', { name })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Hissa’s public keys' }).getAttribute('href')).toBe('/api/statements/keys')
  })

  it('can be read in either language of the page', async () => {
    open(() => [200, { success: true, months, years, count: 3 }])
    const language = await screen.findByLabelText('Language of the files')
    expect((language as HTMLSelectElement).value).toBe('en')
    fireEvent.change(language, { target: { value: 'ar' } })
    expect((language as HTMLSelectElement).value).toBe('ar')
  })

  it('are explained before there are any', async () => {
    open(() => [200, { success: true, months: [], years: [], count: 0 }])
    expect(await screen.findByText('You don’t have any statements yet')).toBeTruthy()
  })

  it('can be asked for again when they can’t be loaded', async () => {
    open(() => [503, { code: 'UNAVAILABLE', detail: 'No' }])
    expect(await screen.findByText('We couldn’t load your statements')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  })
})
