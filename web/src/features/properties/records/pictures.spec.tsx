import type { PropertyRecord } from '@hissa/contracts/property'
import { fils } from '@hissa/money'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../../test/render.js'
import RecordPage from './record-page.js'

const picture = (name: string, ar = 'غرفة'): PropertyRecord['uploads'][number] => ({
  ...{ pictureId: name, kind: 'photo', caption: { en: name, ar }, illustration: false },
  ...{ width: 1_280, height: 853, widths: [400, 1_280], light: `/api/property-media/P1/${name}`, dark: null },
  addedAt: '2026-11-28T08:00:00.000Z',
})
const record = (uploads: PropertyRecord['uploads'], changes: Partial<PropertyRecord> = {}): PropertyRecord => ({
  ...{ propertyId: 'P1', slug: 'marsa-court-123456', state: 'draft', proposal: null, pictures: [], uploads },
  details: {
    title: { en: 'Marsa Court', ar: 'مرسى كورت' },
    description: { en: 'With a view.', ar: 'مع إطلالة.' },
    ...{ propertyType: 'apartment', city: 'Dubai', district: 'Dubai Marina', community: null, address: null },
    ...{ coordinates: null, bedrooms: 2, bathrooms: null, areaSqm: 118.4, priceFils: fils(190_000_000) },
    ...{ furnished: null, amenities: ['balcony'] },
  },
  drawing: { floors: 8, bays: 4, seed: 1 },
  ...{ sampleData: false, createdAt: '2026-11-21T08:00:00.000Z', updatedAt: '2026-11-21T08:00:00.000Z', version: 3 },
  ...changes,
})
const READ = 'GET /property-records/P1'
const SAVE = 'PUT /property-records/P1/pictures'

function open(stored: PropertyRecord, answers: Parameters<typeof fakeApi>[0] = {}) {
  storeTokens({ 'cognito:groups': ['content'] })
  const api = fakeApi({ [READ]: () => [200, { success: true, property: stored }], ...answers })
  const at = '/staff/content/properties/P1'
  return renderRoutes({ api, at, routes: [{ path: '/staff/content/properties/:propertyId', element: <RecordPage /> }] })
}

/** Stands in for the browser's request, which reports the progress of an upload. */
class FakeRequest {
  static sent: FakeRequest[] = []
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => {}
  onerror = () => {}
  status = 0
  responseText = ''
  body = new FormData()
  headers: Record<string, string> = {}
  url = ''
  open(method: string, url: string) {
    this.url = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader = () => null
  send(body: FormData) {
    this.body = body
    FakeRequest.sent.push(this)
  }
  answer(status: number, body: unknown) {
    act(() => {
      this.status = status
      this.responseText = JSON.stringify(body)
      this.onload()
    })
  }
}
const real = globalThis.XMLHttpRequest
beforeEach(() => {
  localStorage.clear()
  FakeRequest.sent = []
  globalThis.XMLHttpRequest = FakeRequest as never
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  globalThis.XMLHttpRequest = real
})

const section = () => screen.getByRole('region', { name: 'Pictures' })
const press = (name: string) => fireEvent.click(within(section()).getByRole('button', { name }))
const write = (label: string, value: string) =>
  fireEvent.change(within(section()).getByLabelText(label), { target: { value } })
const jpeg = (name = 'room.jpg') => new File(['bytes'], name, { type: 'image/jpeg' })
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText(/Choose pictures or drop them here/), { target: { files } })
const names = () => [...section().querySelectorAll('ol img')].map((image) => image.getAttribute('alt'))
const nextRequest = async (count: number) => {
  await waitFor(() => expect(FakeRequest.sent).toHaveLength(count))
  return FakeRequest.sent[count - 1]!
}

describe('the pictures of a draft', () => {
  it('are uploaded with kind and captions, under one key for each file', async () => {
    open(record([]))
    expect(await screen.findByText(/No pictures yet/)).toBeTruthy()
    choose(jpeg())
    press('Upload')
    expect(await within(section()).findAllByText('Enter a value')).toHaveLength(2)
    fireEvent.change(within(section()).getByLabelText('Kind'), { target: { value: 'plan' } })
    write('What it shows, in English', ' The plan ')
    write('What it shows, in Arabic', 'المخطط')
    press('Upload')
    const first = await nextRequest(1)
    act(() => first.upload.onprogress!({ loaded: 1, total: 2 }))
    expect(within(section()).getByRole('progressbar').getAttribute('value')).toBe('50')
    first.answer(503, { code: 'UPLOADS_BUSY', detail: 'x' })
    expect(await within(section()).findByText(/Many pictures are being prepared/)).toBeTruthy()
    press('Upload')
    const second = await nextRequest(2)
    expect(second.url).toBe('POST /api/property-records/P1/pictures')
    expect(second.headers['idempotency-key']).toBe(first.headers['idempotency-key'])
    expect(['kind', 'captionEn', 'captionAr'].map((name) => second.body.get(name))).toEqual([
      ...['plan', 'The plan', 'المخطط'],
    ])
    second.answer(201, { success: true, property: record([picture('The plan')], { version: 4 }) })
    await waitFor(() => expect(names()).toEqual(['The plan']))
    expect(within(section()).queryByRole('button', { name: 'Upload' })).toBeNull()
  })

  it('are checked before they are sent', async () => {
    open(record([]))
    await screen.findByText(/No pictures yet/)
    const large = jpeg('large.jpg')
    Object.defineProperty(large, 'size', { value: 10_000_001 })
    choose(new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' }), large)
    expect(within(section()).getByText(/isn’t a JPEG, PNG or WebP picture/)).toBeTruthy()
    expect(within(section()).getByText(/larger than 10 MB/)).toBeTruthy()
    expect(within(section()).queryByRole('button', { name: 'Upload' })).toBeNull()
    for (const button of within(section()).getAllByRole('button', { name: 'Leave out' })) fireEvent.click(button)
    expect(within(section()).queryByRole('button', { name: 'Leave out' })).toBeNull()
  })

  it('move by keyboard, with the focus on the button that moves them, and are saved together', async () => {
    const { calls } = open(record([picture('Hall'), picture('View')]), {
      [SAVE]: () => [200, { success: true, property: record([picture('View')], { version: 4 }) }],
    })
    await screen.findByRole('region', { name: 'Pictures' })
    press('Move later: Hall')
    expect(names()).toEqual(['View', 'Hall'])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move earlier: Hall')
    expect(screen.getByText('2 of 2', { selector: '[role=status]' })).toBeTruthy()
    press('Remove: Hall')
    press('Save pictures')
    await waitFor(() => expect(calls.some(({ call }) => call === SAVE)).toBe(true))
    const sent = calls.find(({ call }) => call === SAVE)!
    expect(sent.headers['if-match']).toBe('"3"')
    expect(sent.body).toEqual({ pictures: [{ pictureId: 'View', kind: 'photo', caption: { en: 'View', ar: 'غرفة' } }] })
    await waitFor(() => expect(within(section()).queryByRole('button', { name: 'Save pictures' })).toBeNull())
  })

  it('keep the changes of the user when they cannot be saved', async () => {
    const { calls } = open(record([picture('Hall')]), {
      [SAVE]: () => [409, { code: 'VERSION_CONFLICT', detail: 'x', version: 7 }],
    })
    await screen.findByRole('region', { name: 'Pictures' })
    write('What it shows, in Arabic', 'Hall')
    press('Save pictures')
    expect(within(section()).getByText('Write it in Arabic')).toBeTruthy()
    expect(calls.some(({ call }) => call === SAVE)).toBe(false)
    write('What it shows, in Arabic', 'الردهة')
    press('Save pictures')
    expect(await within(section()).findByText(/A colleague has saved this property/)).toBeTruthy()
    expect(within(section()).getByLabelText<HTMLInputElement>('What it shows, in Arabic').value).toBe('الردهة')
    press('Discard changes')
    expect(within(section()).getByLabelText<HTMLInputElement>('What it shows, in Arabic').value).toBe('غرفة')
  })
})

describe('the pictures of a published property', () => {
  it('are shown without any way to change them', async () => {
    open(record([picture('Hall')], { state: 'published' }))
    await screen.findByText('The pictures of a published property no longer change.')
    expect(names()).toEqual(['Hall'])
    expect(within(section()).queryByRole('button')).toBeNull()
    expect(screen.queryByLabelText(/Choose pictures/)).toBeNull()
  })
})
