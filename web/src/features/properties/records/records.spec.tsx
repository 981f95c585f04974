import { beforeEach, describe, expect, it } from '@jest/globals'
import type { PropertyRecord } from '@hissa/contracts/property'
import { fils, type Fils } from '@hissa/money'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../../test/render.js'
import RecordPage from './record-page.js'
import RecordsPage from './records-page.js'
import TermsPage from './terms-page.js'

beforeEach(() => localStorage.clear())

const RECORD: PropertyRecord = {
  ...{
    propertyId: 'Prop_1_marina',
    slug: 'marsa-court-123456',
    state: 'draft',
    proposal: null,
    pictures: [],
    uploads: [],
  },
  details: {
    title: { en: 'Marsa Court', ar: 'مرسى كورت' },
    description: { en: 'With a view.', ar: 'مع إطلالة.' },
    ...{ propertyType: 'apartment', city: 'Dubai', district: 'Dubai Marina', community: null, address: null },
    ...{ coordinates: null, bedrooms: 2, bathrooms: null, areaSqm: 118.4, priceFils: fils(190_000_000) },
    ...{ furnished: null, amenities: ['balcony'] },
  },
  drawing: { floors: 8, bays: 4, seed: 1 },
  ...{ sampleData: false, createdAt: '2026-11-21T08:00:00.000Z', updatedAt: '2026-11-21T08:00:00.000Z', version: 3 },
}
const LIST = 'GET /property-records'
const READ = 'GET /property-records/Prop_1_marina'
const SAVE = 'PUT /properties/Prop_1_marina'
const BASE = '/staff/content/properties'

function open(at: string, answers: Parameters<typeof fakeApi>[0] = {}, groups = ['content']) {
  storeTokens({ 'cognito:groups': groups })
  const api = fakeApi({ [READ]: () => [200, { success: true, property: RECORD }], ...answers })
  const routes = [
    { path: BASE, element: <RecordsPage /> },
    { path: `${BASE}/new`, element: <RecordPage key="new" /> },
    { path: `${BASE}/:propertyId`, element: <RecordPage /> },
    { path: `${BASE}/:propertyId/terms`, element: <TermsPage /> },
    { path: '*', element: <p>Elsewhere</p> },
  ]
  return renderRoutes({ api, at, routes })
}
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const bedrooms = () => screen.getByLabelText<HTMLInputElement>('Bedrooms')
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('the list of properties of staff', () => {
  it('is restricted to content staff', async () => {
    const { calls } = open(BASE, {}, ['finance'])
    expect(await screen.findByRole('heading', { name: 'This page is for content staff' })).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('shows each property with its state, and searches and turns pages in the address', async () => {
    const { details, propertyId, slug, updatedAt } = RECORD
    const { title, propertyType, city, district, priceFils } = details
    const row = {
      ...{ propertyId, slug, updatedAt, title, propertyType, city, district, priceFils },
      sampleData: false,
    }
    const records = [{ ...row, state: 'proposed', code: 'HS-MAR-01' }]
    const { router } = open(BASE, { [LIST]: () => [200, { success: true, records, cursor: 'next' }] })
    const shown = await screen.findByRole('row', { name: /Marsa Court/ })
    expect(shown.textContent).toContain('Proposed')
    expect(link('Marsa Court')).toBe(`${BASE}/Prop_1_marina`)
    press('Next page')
    await waitFor(() => expect(router.state.location.search).toBe('?after=next'))
    write('Search by name, place or feature', 'marsa')
    press('Search')
    await waitFor(() => expect(router.state.location.search).toBe('?q=marsa'))
  })

  it('says that nothing matches', async () => {
    open(BASE, { [LIST]: () => [200, { success: true, records: [] }] })
    expect(await screen.findByRole('heading', { name: 'No properties match' })).toBeTruthy()
  })
})

describe('the form of a property', () => {
  it('names what is missing and sends nothing', async () => {
    const { calls } = open(`${BASE}/new`)
    await screen.findByRole('heading', { name: 'Add property' })
    write('Title in Arabic', 'Marsa')
    write('Latitude', '25')
    press('Save')
    expect((await screen.findAllByText(/Enter a value/)).length).toBeGreaterThan(5)
    expect(screen.getByText('Write it in Arabic')).toBeTruthy()
    expect(screen.getByText('Longitude: Enter a value')).toBeTruthy()
    expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false)
  })

  it('saves a draft at the version that was read, and follows the entries in the preview', async () => {
    const { calls } = open(`${BASE}/Prop_1_marina`, {
      [SAVE]: () => [200, { success: true, property: { ...RECORD, version: 4 } }],
    })
    await screen.findByText('Only staff can see this property.')
    write('Title in English', 'Marsa Heights')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Marsa Heights', hidden: true })).toBeTruthy()
    press('Save')
    await waitFor(() => expect(calls.some(({ call }) => call === SAVE)).toBe(true))
    const sent = calls.find(({ call }) => call === SAVE)!
    expect(sent.headers['if-match']).toBe('"3"')
    expect(sent.body).toEqual({ ...RECORD.details, title: { en: 'Marsa Heights', ar: 'مرسى كورت' } })
  })

  it('keeps the entries when a colleague has saved, and offers both versions', async () => {
    const theirs = { ...RECORD, version: 5, details: { ...RECORD.details, bedrooms: 4 } }
    let stored = RECORD
    const { calls } = open(`${BASE}/Prop_1_marina`, {
      [READ]: () => [200, { success: true, property: stored }],
      [SAVE]: () => {
        stored = theirs
        return [409, { code: 'VERSION_CONFLICT', detail: 'x', version: 5 }]
      },
    })
    await screen.findByText('Only staff can see this property.')
    write('Bedrooms', '3')
    press('Save')
    expect(await screen.findByText('A colleague has saved this property')).toBeTruthy()
    expect(bedrooms().value).toBe('3')
    press('Save mine instead')
    await waitFor(() => expect(calls.filter(({ call }) => call === SAVE)).toHaveLength(2))
    expect(calls.findLast(({ call }) => call === SAVE)!.headers['if-match']).toBe('"5"')
    fireEvent.click(await screen.findByRole('button', { name: 'Load the saved version' }))
    await waitFor(() => expect(bedrooms().value).toBe('4'))
  })

  it.each([
    ['PROPERTY_PUBLISHED', 'This property has been published, so its record no longer changes.'],
    ['FORBIDDEN', 'Your account may not do this.'],
  ])('explains %s', async (code, text) => {
    open(`${BASE}/Prop_1_marina`, { [SAVE]: () => [409, { code, detail: 'x' }] })
    await screen.findByText('Only staff can see this property.')
    write('Bedrooms', '3')
    press('Save')
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('marks the field of a fault that the server found', async () => {
    const errors = [{ path: '/coordinates/latitude', code: 'outside', message: 'x' }]
    open(`${BASE}/Prop_1_marina`, { [SAVE]: () => [422, { code: 'VALIDATION_FAILED', detail: 'x', errors }] })
    await screen.findByText('Only staff can see this property.')
    write('Latitude', '55')
    write('Longitude', '25')
    press('Save')
    expect(await screen.findByText('This place is outside the United Arab Emirates')).toBeTruthy()
    expect(screen.getByLabelText('Latitude').getAttribute('aria-invalid')).toBe('true')
  })

  it('asks before leaving with unsaved changes', async () => {
    const { router } = open(`${BASE}/Prop_1_marina`)
    await screen.findByText('Only staff can see this property.')
    write('Bedrooms', '3')
    await act(() => router.navigate('/staff/content'))
    expect(await screen.findByText('Your changes on this page are lost.')).toBeTruthy()
    expect(router.state.location.pathname).toBe(`${BASE}/Prop_1_marina`)
  })

  it('is closed for a published property', async () => {
    const property = { ...RECORD, state: 'published' }
    open(`${BASE}/Prop_1_marina`, { [READ]: () => [200, { success: true, property }] })
    await screen.findByText('Documents and orders rest on this record, so it no longer changes.')
    expect(screen.getByLabelText('Bedrooms').matches(':disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})

describe('the form of terms', () => {
  const PROPOSE = 'POST /publications'
  const fill = () => {
    for (const name of ['What the costs are based on', 'What the rent is based on', 'Source of the figures']) {
      write(`${name}, in English`, 'The papers')
      write(`${name}, in Arabic`, 'الأوراق')
    }
    write('Registration fee', '76,000')
    write('Gross rent', '140,000')
    write('Service charge', '18,000')
    write('Platform fee', '1.5')
    for (const [name, day, month, year] of [
      ['Deadline', '20', '12', '2026'],
      ['Date of the valuation', '20', '11', '2026'],
    ] as const) {
      const group = screen.getByRole('group', { name })
      const inputs = [...group.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
      for (const [index, value] of [day, month, year].entries()) fireEvent.change(inputs[index]!, { target: { value } })
    }
    write('Name of the company', 'Marsa SPV')
    write('Registration number', 'R-1')
    write('Jurisdiction', 'ADGM')
    write('Valuer', 'Independent LLC')
    write('Reference of the valuation', 'V-1')
    write('Why these terms', 'They agree with the term sheet')
  }

  it('shows the figures that follow while they are typed, and proposes terms that add up', async () => {
    const { calls } = open(`${BASE}/Prop_1_marina/terms`, {
      [PROPOSE]: () => [201, { success: true, publication: {} }],
    })
    await screen.findByRole('heading', { name: 'What follows' })
    fill()
    expect(screen.getByText('Total shares').parentElement!.textContent).toContain('19,760')
    expect(screen.getAllByText('Target net yield')[0]!.parentElement!.textContent).toContain('6.17%')
    press('Propose for publication')
    await waitFor(() => expect(calls.some(({ call }) => call === PROPOSE)).toBe(true))
    const { propertyId, terms } = calls.find(({ call }) => call === PROPOSE)!.body as Record<string, any>
    expect(propertyId).toBe('Prop_1_marina')
    expect(terms).toMatchObject({
      ...{ unitPriceFils: 10_000, unitsTotal: 19_760, unitsIssued: 19_760, minimumFils: 200_000, feeBasisPoints: 150 },
      expectedReturn: { basisPoints: 617, asOf: '2026-11-20', kind: 'target' },
      deadline: '2026-12-20T19:59:59.000Z',
      valuation: { valuedOn: '2026-11-20', amountFils: 190_000_000 },
    })
    const amounts = (lines: { kind: string; amountFils: Fils }[]) => lines.map((line) => [line.kind, line.amountFils])
    expect(amounts(terms.acquisition)).toEqual([
      ['purchase_price', 190_000_000],
      ['registration_fee', 7_600_000],
      ['total', 197_600_000],
    ])
    expect(amounts(terms.rent)).toEqual([
      ['gross_rent', 14_000_000],
      ['service_charge', -1_800_000],
      ['net_rent', 12_200_000],
    ])
  })

  it('names what cannot be proposed, also what only the server knows', async () => {
    const errors = [{ path: '/terms/spv', code: 'taken', message: 'x' }]
    const { calls } = open(`${BASE}/Prop_1_marina/terms`, {
      [PROPOSE]: () => [422, { code: 'VALIDATION_FAILED', detail: 'x', errors }],
    })
    await screen.findByRole('heading', { name: 'What follows' })
    fill()
    write('Minimum investment', '150')
    write('Gross rent', '1')
    press('Propose for publication')
    expect(await screen.findByText('Enter a whole number of shares')).toBeTruthy()
    expect(screen.getByText('The costs are more than the rent')).toBeTruthy()
    expect(calls.some(({ call }) => call === PROPOSE)).toBe(false)
    write('Minimum investment', '2000')
    write('Gross rent', '140,000')
    press('Propose for publication')
    expect(await screen.findByText('This company already holds another property')).toBeTruthy()
  })

  it('explains APPROVAL_PENDING', async () => {
    open(`${BASE}/Prop_1_marina/terms`, { [PROPOSE]: () => [409, { code: 'APPROVAL_PENDING', detail: 'x' }] })
    await screen.findByRole('heading', { name: 'What follows' })
    fill()
    press('Propose for publication')
    expect(await screen.findByText('Terms of this property already await a colleague.')).toBeTruthy()
  })

  it('is not offered while terms await a colleague', async () => {
    const property = { ...RECORD, state: 'proposed' }
    open(`${BASE}/Prop_1_marina/terms`, { [READ]: () => [200, { success: true, property }] })
    expect(
      await screen.findByText('Its terms await a colleague. Whoever proposed them can withdraw them.'),
    ).toBeTruthy()
  })
})
