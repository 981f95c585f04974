import { beforeEach, describe, expect, it } from '@jest/globals'
import type { ListedPublication } from '@hissa/contracts/property'
import { fils, units } from '@hissa/money'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import ContentPage from './content-page.js'

beforeEach(() => localStorage.clear())

const TERMS: ListedPublication['terms'] = {
  unitPriceFils: fils(10_000),
  unitsTotal: units(5_000),
  unitsIssued: units(5_117),
  minimumFils: fils(200_000),
  feeBasisPoints: 125,
  expectedReturn: null,
  termYears: 5,
  deadline: '2027-03-01T00:00:00Z',
  acquisition: [],
  rent: [],
  spv: { name: 'Marina Gate SPV', registrationNumber: 'R1', jurisdiction: 'ADGM' },
}
const publication = (changes: Partial<ListedPublication> = {}): ListedPublication => ({
  approvalId: 'approval-1',
  state: 'pending',
  propertyId: 'Prop_1_marina',
  slug: 'marina-gate',
  code: 'HS-MAR-01',
  title: { en: 'Marina Gate', ar: 'مارينا جيت' },
  sampleData: false,
  offeringVersion: 2,
  terms: TERMS,
  replaces: { ...TERMS, feeBasisPoints: 150 },
  maker: 'colleague-12345678',
  makerName: 'Sara Nasser',
  reason: 'The platform fee is reduced',
  requestedAt: '2026-11-22T08:00:00Z',
  checker: null,
  checkerReason: null,
  endedAt: null,
  ...changes,
})
const UPLOAD = {
  ...{ pictureId: 'a', kind: 'photo' as const, illustration: false, width: 1_280, height: 853, widths: [400, 1_280] },
  ...{ light: '/api/property-media/Prop_1_marina/a', dark: null, addedAt: '2026-11-22T08:00:00Z' },
  caption: { en: 'The living room', ar: 'غرفة المعيشة' },
}
const DECIDE = 'POST /publications/approval-1/decision'

function open(list: ListedPublication[] | [status: number, body: object], answers: Parameters<typeof fakeApi>[0] = {}) {
  storeTokens({ 'cognito:groups': ['content'] })
  const answer: [number, unknown] =
    typeof list[0] === 'number'
      ? (list as [number, object])
      : [200, { success: true, publications: list, count: list.length }]
  const api = fakeApi({ 'GET /publications': () => answer, ...answers })
  return renderRoutes({ api, routes: [{ path: '*', element: <ContentPage /> }] })
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const writeReason = (text: string) => fireEvent.change(screen.getByLabelText('Reason'), { target: { value: text } })

describe('the publications page', () => {
  it('is restricted to content staff', async () => {
    storeTokens({ 'cognito:groups': ['finance'] })
    const { calls } = renderRoutes({ routes: [{ path: '*', element: <ContentPage /> }] })
    expect(await screen.findByRole('heading', { name: 'This page is for content staff' })).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('reports an empty list and a failed load', async () => {
    const empty = open([])
    expect(await screen.findByRole('heading', { name: 'No publications to review' })).toBeTruthy()
    empty.unmount()
    open([500, { code: 'INTERNAL', detail: 'x' }])
    expect(await screen.findByRole('heading', { name: 'We couldn’t load the publications' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  })

  it('shows the uploaded pictures that would be published, with their captions in both languages', async () => {
    const other = publication({ approvalId: 'approval-2', title: { en: 'Yas Bay', ar: 'ياس' } })
    open([publication({ uploads: [UPLOAD] }), other])
    expect(await screen.findAllByRole('heading', { name: 'Pictures' })).toHaveLength(1)
    expect(screen.getByRole('img', { name: 'The living room' }).getAttribute('src')).toContain(UPLOAD.light)
    for (const caption of Object.values(UPLOAD.caption)) expect(screen.getByText(caption)).toBeTruthy()
  })

  it('shows the maker and reason of a proposal beside what it replaces', async () => {
    open([publication()])
    expect(await screen.findByRole('heading', { name: 'Marina Gate' })).toBeTruthy()
    expect(screen.getByText('The platform fee is reduced')).toBeTruthy()
    expect(screen.getByText('Sara Nasser')).toBeTruthy()
    expect(screen.getByText('Code HS-MAR-01')).toBeTruthy()
    expect(screen.queryByText('12345678')).toBeNull()
    const fee = screen.getByRole('row', { name: /Platform fee/ })
    expect(fee.textContent).toContain('1.25%')
    expect(fee.textContent).toContain('1.5%')
    expect(screen.getAllByText('Changed')).toHaveLength(1)
    expect(fee.textContent).toContain('Changed')
  })

  it('approves only with a reason', async () => {
    const { calls } = open([publication()], {
      [DECIDE]: () => [200, { success: true, publication: publication({ state: 'approved' }) }],
    })
    await screen.findByRole('heading', { name: 'Marina Gate' })
    press('Approve publication')
    const buttons = () => screen.getAllByRole('button', { name: 'Approve publication', hidden: true })
    writeReason('\u200b \u200b\u200b')
    fireEvent.click(buttons().at(-1)!)
    expect(screen.getByText('Enter a reason of at least three characters')).toBeTruthy()
    expect(calls.filter(({ call }) => call === DECIDE)).toEqual([])
    writeReason('Agrees with the valuation')
    fireEvent.click(buttons().at(-1)!)
    await waitFor(() => expect(calls.some(({ call }) => call === DECIDE)).toBe(true))
    expect(calls.find(({ call }) => call === DECIDE)!.body).toEqual({
      verdict: 'approve',
      reason: 'Agrees with the valuation',
    })
  })

  it.each([
    ['APPROVAL_NOT_PENDING', 'This proposal has already been decided or withdrawn. The list is now up to date.'],
    [
      'APPROVAL_EVIDENCE_CHANGED',
      'The property has changed since the proposal, so the proposal has expired. Propose the terms again.',
    ],
  ])('explains %s', async (code, text) => {
    open([publication()], { [DECIDE]: () => [409, { code, detail: 'x' }] })
    await screen.findByRole('heading', { name: 'Marina Gate' })
    press('Reject publication')
    writeReason('The papers are missing')
    fireEvent.click(screen.getAllByRole('button', { name: 'Reject publication', hidden: true }).at(-1)!)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('shows the short id of a maker whose name is not known', async () => {
    open([publication({ makerName: null })])
    expect(await screen.findByText('12345678')).toBeTruthy()
  })

  it('lets the maker withdraw and nothing else', async () => {
    open([publication({ maker: 'user-1' })])
    expect(await screen.findByText('You proposed this. A colleague has to approve or reject it.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Withdraw proposal' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve publication' })).toBeNull()
  })
})
