import { beforeEach, describe, expect, it } from '@jest/globals'
import {
  DistributionRefusal,
  IncomeRefusal,
  IncomeRowFault,
  type DistributionView,
  type IncomeEntryView,
} from '@hissa/contracts/investment'
import { fils, units, ZERO } from '@hissa/money'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aWaterfall } from '../../../../test/income.js'
import { fakeApi, languageOf, renderRoutes, storeTokens } from '../../../../test/render.js'
import { PROPERTY } from '../../../../test/token.js'
import { dismissToast, toastStore } from '../../../lib/toast.js'
import FinancePage from '../finance-page.js'

const SHA256 = 'ab'.repeat(32)
const ID = PROPERTY.propertyId
const INCOME = `/finance/properties/${ID}/income`
const entry = (change: Partial<IncomeEntryView> = {}): IncomeEntryView => ({
  ...{ entryId: 'e-1', propertyId: ID, period: '2026-Q3', kind: 'rent', amountFils: fils(2_000_000) },
  ...{ date: '2026-08-01', reference: 'TT-1001', recordedAt: '2026-08-02T08:00:00Z', recordedBy: 'colleague' },
  document: { sha256: SHA256, contentType: 'application/pdf', sizeBytes: 2_000 },
  ...change,
})
const distribution = (change: Partial<DistributionView> = {}): DistributionView => ({
  ...{ distributionId: 'd-1', property: PROPERTY, period: '2026-Q3', recordDate: '2026-09-30', state: 'proposed' },
  ...{ waterfall: aWaterfall(2_000_000), netIncomeFils: fils(1_500_000), unitsIssued: units(10_500), version: 1 },
  ...{ maker: 'colleague', reason: 'Third quarter', requestedAt: '2026-10-02T08:00:00Z' },
  ...change,
})
const quarter = (change: object = {}) => ({
  ...{ property: PROPERTY, raiseState: 'completed', period: '2026-Q3', periodState: 'open', count: 1 },
  ...{ waterfall: aWaterfall(2_000_000), target: aWaterfall(2_100_000), vacancyDays: 3, arrearsFils: ZERO },
  balances: { operatingFils: fils(1_600_000), reserveFils: fils(90_000), reserveTargetFils: fils(3_000_000) },
  entries: [entry()],
  ...change,
})

type Answers = Parameters<typeof fakeApi>[0]
const ALL: Answers = {
  'GET /finance/raises': () => [200, { raises: [{ property: PROPERTY }], count: 1 }],
  'GET /finance/distributions': () => [200, { distributions: [distribution()], overdue: [], count: 1 }],
  [`GET ${INCOME}`]: () => [200, quarter()],
  'POST /finance/names': () => [200, { names: [] }],
}
const LIST = '/staff/finance?tab=income'
const QUARTER = `${LIST}&property=${ID}&period=2026-Q3`
const open = (at: string, answers: Answers = {}) =>
  renderRoutes({
    routes: [{ path: '/staff/finance', element: <FinancePage /> }],
    at,
    api: fakeApi({ ...ALL, ...answers }),
  })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const typeDate = (day: string, month: string, year: string) => {
  type('Day', day)
  type('Month', month)
  type('Year', year)
}
const submit = () => fireEvent.submit(document.querySelector('dialog form')!)
const dialog = () => within(screen.getByRole('dialog'))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeTokens({ 'cognito:groups': ['finance'] })
  while (toastStore.get()) dismissToast()
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})

describe('distributions on the finance page', () => {
  it('are listed with their net income, and open their quarter', async () => {
    const { router } = open(LIST)
    const table = await screen.findByRole('table', { name: 'Distributions' })
    expect(table.textContent).toMatch(/Q3 2026Proposed.*15,000\.00/)
    fireEvent.click(within(table).getByRole('button', { name: new RegExp(PROPERTY.title) }))
    await waitFor(() => expect(router.state.location.search).toBe(`?tab=income&property=${ID}&period=2026-Q3`))
  })

  it('are preceded by the quarters that are overdue', async () => {
    const overdue = [{ property: PROPERTY, period: '2026-Q2', netIncomeFils: fils(900_000) }]
    open(LIST, { 'GET /finance/distributions': () => [200, { distributions: [], overdue, count: 0 }] })
    expect(await screen.findByText('1 quarter ended over 30 days ago and isn’t distributed')).toBeTruthy()
    expect(screen.getByRole('button', { name: `${PROPERTY.title} · Q2 2026` })).toBeTruthy()
  })

  it('lead to any quarter of a completed offering', async () => {
    const { router } = open(LIST)
    await screen.findByRole('option', { name: PROPERTY.title })
    type('Quarter', '2026-Q1')
    await press('Open quarter')
    expect(router.state.location.search).toBe(`?tab=income&property=${ID}&period=2026-Q1`)
  })

  it('are approved by another person, with the amount on the button', async () => {
    const { calls } = open(LIST, { 'POST /finance/distributions/d-1/decision': () => [200, { state: 'declared' }] })
    await press('Approve proposal')
    expect(dialog().getByRole('button', { name: /^Distribute .*AED.15,000\.00/ })).toBeTruthy()
    expect(screen.getByRole('dialog').textContent).toMatch(/Service charge.*Third quarter/)
    submit()
    expect(calls.some(({ call }) => call.endsWith('/decision'))).toBe(false)
    type('Reason', 'Agrees with the statements')
    submit()
    const sent = () => calls.find(({ call }) => call.endsWith('/decision'))?.body
    await waitFor(() => expect(sent()).toEqual({ verdict: 'approve', reason: 'Agrees with the statements' }))
  })

  it('are withdrawn by their maker, who can’t approve them', async () => {
    const own = () =>
      [200, { distributions: [distribution({ maker: 'user-1' })], overdue: [], count: 1 }] as [number, object]
    const { calls } = open(LIST, {
      'GET /finance/distributions': own,
      'POST /finance/distributions/d-1/withdrawal': () => [200, { state: 'withdrawn' }],
    })
    await press('Withdraw proposal')
    expect(screen.queryByRole('button', { name: 'Approve proposal' })).toBeNull()
    await waitFor(() => expect(calls.some(({ call }) => call.endsWith('/withdrawal'))).toBe(true))
  })

  it.each([
    ['their figures have changed', { outdated: true }, ['Reject proposal']],
    ['the user holds shares', { own: true }, []],
  ] as const)('can’t be approved if %s', async (_why, change, buttons) => {
    const rows = [distribution(change)]
    open(LIST, { 'GET /finance/distributions': () => [200, { distributions: rows, overdue: [], count: 1 }] })
    await screen.findByRole('table', { name: 'Distributions' })
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(names.filter((name) => name === 'Approve proposal' || name === 'Reject proposal')).toEqual(buttons)
  })
})

describe('a quarter of a property', () => {
  it('shows what was earned beside the target, the balances and the entries', async () => {
    open(QUARTER)
    const table = await screen.findByRole('table', { name: 'Rent and costs of Q3 2026' })
    expect(table.textContent).toMatch(/Net income.*15,750\.00.*15,000\.00/)
    expect(screen.getByText('Operating account now').nextElementSibling!.textContent).toContain('16,000.00')
    expect(screen.getByRole('table', { name: 'Rent and costs' }).textContent).toMatch(
      /Rent received.*20,000\.00.*TT-1001/,
    )
  })

  it('records an entry with its document once everything is filled in', async () => {
    const { calls } = open(QUARTER, {
      [`POST ${INCOME}/documents`]: () => [200, { document: { sha256: SHA256 } }],
      [`POST ${INCOME}`]: () => [200, { entry: entry() }],
    })
    await press('Record entry')
    submit()
    for (const text of ['Enter an amount, such as 18,500.00', 'Upload the document of this entry'])
      expect(dialog().getByText(text)).toBeTruthy()
    type('Kind', 'cost')
    type('Category', 'insurance')
    type('Amount in AED', '1,250.50')
    typeDate('14', '8', '2026')
    type('Reference', ' INV-7 ')
    const file = new File(['%PDF-1.7'], 'invoice.pdf')
    fireEvent.change(screen.getByLabelText('Document'), { target: { files: [file] } })
    await dialog().findByText(SHA256)
    submit()
    const sent = () => calls.find(({ call }) => call === `POST ${INCOME}`)?.body
    await waitFor(() =>
      expect(sent()).toEqual({
        ...{ period: '2026-Q3', date: '2026-08-14', reference: 'INV-7', documentSha256: SHA256 },
        fact: { kind: 'cost', category: 'insurance', amountFils: 125_050 },
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(toastStore.get()?.text).toBe('Entry recorded.')
  })

  it('accepts no more days of vacancy than the quarter has', async () => {
    open(QUARTER)
    await press('Record entry')
    type('Kind', 'vacancy')
    type('Days without a tenant', '93')
    submit()
    expect(dialog().getByText('Enter a number of days from 1 to 92')).toBeTruthy()
    type('Days without a tenant', '٩٢')
    expect(dialog().queryByText('Enter a number of days from 1 to 92')).toBeNull()
  })

  it('reverses an entry for a reason, and says why that isn’t possible', async () => {
    const { calls } = open(QUARTER, {
      'POST /finance/income/e-1/reversal': () => [409, { code: 'INCOME_FUNDS_INSUFFICIENT', availableFils: 5_000 }],
    })
    await press('Reverse entry')
    expect(screen.getByRole('dialog').textContent).toContain('TT-1001')
    type('Reason', 'Booked twice')
    submit()
    expect((await screen.findByRole('alert')).textContent).toMatch(/Available: .*AED.50\.00/)
    expect(calls.find(({ call }) => call.endsWith('/reversal'))?.body).toEqual({ reason: 'Booked twice' })
  })

  it('offers no second reversal', async () => {
    const entries = [
      entry({ entryId: 'e-2', amountFils: fils(-2_000_000), reverses: 'e-1', reason: 'Booked twice' }),
      entry({ reversedBy: 'e-2' }),
    ]
    open(QUARTER, { [`GET ${INCOME}`]: () => [200, quarter({ entries })] })
    expect(await screen.findByText('Booked twice')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reverse entry' })).toBeNull()
  })

  it('names the wrong rows of an imported file', async () => {
    const rows = [
      { row: 2, column: 'amount', why: 'invalid' },
      { row: 5, column: 'reference', why: 'duplicate' },
    ]
    const { calls } = open(QUARTER, {
      [`POST ${INCOME}/import`]: () => [422, { code: 'INCOME_FILE_REFUSED', detail: 'No', why: 'rows', rows }],
    })
    await press('Import entries')
    fireEvent.click(dialog().getByRole('button', { name: 'Import entries' }))
    expect(dialog().getByText('Choose a CSV file')).toBeTruthy()
    const file = new File(['period,kind'], 'rent.csv', { type: 'text/csv' })
    fireEvent.change(dialog().getByLabelText('CSV file'), { target: { files: [file] } })
    fireEvent.click(dialog().getByRole('button', { name: 'Import entries' }))
    const table = await screen.findByRole('table', { name: 'Rows to correct' })
    expect(table.textContent).toMatch(/Row 2.*amount.*Missing or in another form.*Row 5.*reference.*used already/)
    const sent = calls.find(({ call }) => call.endsWith('/import'))!.body as FormData
    expect(sent.get('file')).toBe(file)
  })

  it('proposes to distribute its net income as of its last day', async () => {
    const { calls } = open(QUARTER, { 'POST /finance/distributions': () => [200, { distribution: distribution() }] })
    await press('Propose distribution')
    expect(screen.getByRole('dialog').textContent).toMatch(/Net income.*15,000\.00/)
    type('Reason', 'Third quarter')
    submit()
    const sent = () => calls.find(({ call }) => call === 'POST /finance/distributions')?.body
    await waitFor(() =>
      expect(sent()).toEqual({
        ...{ propertyId: ID, period: '2026-Q3', recordDate: '2026-09-30', reason: 'Third quarter' },
      }),
    )
  })

  it.each([
    ['its quarter has not ended', { period: '2026-Q4' }, 'The income can be distributed after 31 December 2026.'],
    ['there is no net income', { waterfall: aWaterfall(0) }, 'There is no net income to distribute.'],
    [
      'the offering is open',
      { raiseState: 'active' },
      'The offering isn’t completed, so no one holds registered shares yet.',
    ],
  ] as const)('can’t be distributed if %s', async (_why, change, text) => {
    open(QUARTER.replace('2026-Q3', (change as { period?: string }).period ?? '2026-Q3'), {
      [`GET ${INCOME}`]: () => [200, quarter(change)],
    })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Propose distribution' })).toBeNull()
  })

  it('shows how far its distribution is paid', async () => {
    const progress = { investors: 3, paidInvestors: 2, paidFils: fils(700_000), companyFils: fils(400_000) }
    const paying = distribution({ state: 'paying', checker: 'other', progress })
    open(QUARTER, { [`GET ${INCOME}`]: () => [200, quarter({ periodState: 'closed', distribution: paying })] })
    expect(await screen.findByText('2 of 3 investors paid')).toBeTruthy()
    expect(screen.getByText(/^Owed to the company:/).textContent).toContain('4,000.00')
    expect(screen.queryByRole('button', { name: 'Record entry' })).toBeNull()
  })
})

describe('the texts of refusals', () => {
  it.each(['en', 'ar'] as const)('exist for every reason of the contract (%s)', (locale) => {
    const { i18n } = languageOf(locale)
    const ids = [
      ...[...IncomeRefusal.options, ...DistributionRefusal.options].map((why) => `rent.why.${why}`),
      ...IncomeRowFault.shape.why.options.map((why) => `rent.fault.${why}`),
    ]
    expect(ids.filter((id) => !i18n.messages[id])).toEqual([])
  })
})
