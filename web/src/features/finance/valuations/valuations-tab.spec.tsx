import { beforeEach, describe, expect, it } from '@jest/globals'
import { ValuationRefusal, type ValuationView } from '@hissa/contracts/investment'
import { fils } from '@hissa/money'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fakeApi, languageOf, renderRoutes, storeTokens } from '../../../../test/render.js'
import { PROPERTY } from '../../../../test/token.js'
import { dismissToast, toastStore } from '../../../lib/toast.js'
import FinancePage from '../finance-page.js'

const SHA256 = 'ab'.repeat(32)
const document_ = { sha256: SHA256, contentType: 'application/pdf', sizeBytes: 2_000 } as const
const valuation = (change: Partial<ValuationView> = {}): ValuationView => ({
  ...{ valuationId: 'v-1', property: PROPERTY, date: '2026-09-30', valueFils: fils(162_500_000) },
  ...{ valuer: 'Gulf Valuation Surveyors', method: 'income', document: document_, state: 'proposed' },
  ...{ maker: 'colleague', reason: 'The report of September', requestedAt: '2026-10-02T08:00:00Z', version: 1 },
  ...change,
})

type Answers = Parameters<typeof fakeApi>[0]
const open = (rows: ValuationView[], answers: Answers = {}) =>
  renderRoutes({
    routes: [{ path: '/staff/finance', element: <FinancePage /> }],
    at: '/staff/finance?tab=valuations',
    api: fakeApi({
      'GET /finance/valuations': () => [200, { valuations: rows, count: rows.length }],
      'GET /finance/raises': () => [200, { raises: [{ property: PROPERTY }], count: 1 }],
      'POST /finance/names': () => [200, { names: [] }],
      ...answers,
    }),
  })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () => fireEvent.submit(document.querySelector('dialog form')!)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeTokens({ 'cognito:groups': ['finance'] })
  while (toastStore.get()) dismissToast()
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})

describe('valuations on the finance page', () => {
  it('are listed with value, date, valuer and method', async () => {
    open([valuation()])
    const table = await screen.findByRole('table', { name: 'Valuations' })
    expect(table.textContent).toMatch(/Proposed.*1,625,000\.00.*30 Sept 2026.*Gulf Valuation SurveyorsIncome/)
  })

  it('are approved by another person', async () => {
    const { calls } = open([valuation()], {
      'POST /finance/valuations/v-1/decision': () => [200, { state: 'approved' }],
    })
    await press('Approve proposal')
    expect(screen.getByRole('dialog').textContent).toMatch(/1,625,000\.00.*The report of September/)
    type('Reason', 'Agrees with the report')
    submit()
    const sent = () => calls.find(({ call }) => call.endsWith('/decision'))?.body
    await waitFor(() => expect(sent()).toEqual({ verdict: 'approve', reason: 'Agrees with the report' }))
  })

  it('are withdrawn by their maker, who can’t approve them', async () => {
    const { calls } = open([valuation({ maker: 'user-1' })], {
      'POST /finance/valuations/v-1/withdrawal': () => [200, { state: 'withdrawn' }],
    })
    await press('Withdraw proposal')
    expect(screen.queryByRole('button', { name: 'Approve proposal' })).toBeNull()
    await waitFor(() => expect(calls.some(({ call }) => call.endsWith('/withdrawal'))).toBe(true))
  })

  it('can’t be decided by who holds shares of the property', async () => {
    open([valuation({ own: true })])
    expect(await screen.findByText(/two other people have to decide/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve proposal' })).toBeNull()
  })

  it('are proposed with every fact and the stored report, and say why that isn’t possible', async () => {
    const { calls } = open([], {
      [`POST /finance/properties/${PROPERTY.propertyId}/income/documents`]: () => [200, { document: document_ }],
      'POST /finance/valuations': () => [409, { code: 'VALUATION_NOT_POSSIBLE', detail: 'No', why: 'earlier' }],
    })
    expect(await screen.findByText('No valuations yet')).toBeTruthy()
    await press('Propose valuation')
    await screen.findByRole('option', { name: PROPERTY.title })
    submit()
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('Enter the valuer’s name')).toBeTruthy()
    expect(dialog.getByText('Choose the valuer’s report')).toBeTruthy()
    type('Day', '30')
    type('Month', '9')
    type('Year', '2026')
    type('Value of the whole property in AED', '1,625,000')
    type('Valuer', ' Gulf Valuation Surveyors ')
    type('Method', 'cost')
    type('Reason', 'The report of September')
    const file = new File(['%PDF'], 'report.pdf', { type: 'application/pdf' })
    fireEvent.change(dialog.getByLabelText('The valuer’s report'), { target: { files: [file] } })
    await dialog.findByText(SHA256)
    submit()
    expect((await screen.findByRole('alert')).textContent).toMatch(/A later valuation is approved already/)
    expect(calls.find(({ call }) => call === 'POST /finance/valuations')?.body).toEqual({
      ...{ propertyId: PROPERTY.propertyId, date: '2026-09-30', valueFils: 162_500_000, method: 'cost' },
      ...{ valuer: 'Gulf Valuation Surveyors', documentSha256: SHA256, reason: 'The report of September' },
    })
  })

  it.each(['en', 'ar', 'fr', 'es'] as const)('have a text for every reason of a refusal (%s)', (locale) => {
    const { i18n } = languageOf(locale)
    expect(ValuationRefusal.options.filter((why) => !i18n.messages[`valuations.why.${why}`])).toEqual([])
  })
})
