import { NoticeKind, type Notice } from '@hissa/contracts/notification'
import { fils, units } from '@hissa/money'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, languageOf, renderRoutes, storeTokens } from '../../../test/render.js'
import NoticesPage, { byDay } from './notices-page.js'
import { NoticesPanel } from './panel.js'
import { placeOf } from './place-of.js'

const aNotice = (change: Partial<Notice> = {}): Notice => ({
  ...{ noticeId: 'n1', kind: 'paymentReceived', at: '2026-11-21T08:05:00Z', isRead: false, orderId: 'order-1' },
  ...{ propertyId: 'p1', title: 'Al Reem 2 bed', titleAr: 'شقة في الريم', amountFils: fils(203_000) },
  ...change,
})
const older = aNotice({ noticeId: 'n0', kind: 'verified', at: '2026-11-20T21:05:00Z', isRead: true })
const ok = (body: object) => () => [200, { success: true, ...body }] as [number, unknown]
const LIST = [aNotice(), aNotice({ noticeId: 'n2', kind: 'issued', units: units(20), isRead: true }), older]

function open(answers: Parameters<typeof fakeApi>[0] = {}, element = <NoticesPage />, locale: 'en' | 'ar' = 'en') {
  const api = fakeApi({
    'GET /notifications': ok({ notices: LIST, count: LIST.length }),
    'GET /notifications/unread': ok({ unread: 1 }),
    'POST /notifications/read': ok({ unread: 0 }),
    'POST /notifications/n1/read': ok({ unread: 0 }),
    ...answers,
  })
  return renderRoutes({ api, locale, at: '/notifications', routes: [{ path: '*', element }] })
}

beforeEach(() => {
  localStorage.clear()
  storeTokens()
})

describe('the page of notifications', () => {
  it('groups them by day in Dubai, each a link to what it is about, with the amount', async () => {
    open()
    const link = await screen.findByRole('link', {
      name: /^Unread\. We received your payment Al Reem 2 bed.*2,030\.00/,
    })
    expect(link.getAttribute('href')).toBe('/investor-dashboard?order=order-1')
    const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(days).toEqual(['21 November 2026'])
    expect(screen.getByRole('link', { name: /Your shares are issued as tokens/ }).textContent).toContain('20 shares')
  })

  it('marks one as read when its link is followed, and not one that was read before', async () => {
    const { calls } = open()
    fireEvent.click(await screen.findByRole('link', { name: /shares are issued/ }))
    fireEvent.click(screen.getByRole('link', { name: /We received your payment/ }))
    await waitFor(() => expect(calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1))
    expect(calls.find(({ call }) => call.startsWith('POST'))?.call).toBe('POST /notifications/n1/read')
  })

  it('marks all as read up to the newest that is shown', async () => {
    const { calls } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    await waitFor(() =>
      expect(calls.find(({ call }) => call === 'POST /notifications/read')?.body).toEqual({ upTo: 'n1' }),
    )
  })

  it('offers nothing to mark when all are read', async () => {
    open({ 'GET /notifications/unread': ok({ unread: 0 }) })
    await screen.findByRole('link', { name: /We received your payment/ })
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  })

  it('says that there are none yet', async () => {
    open({ 'GET /notifications': ok({ notices: [], count: 0 }) })
    await screen.findByRole('heading', { name: 'No notifications yet' })
  })

  it('says that they could not be loaded, and loads them again', async () => {
    let isDown = true
    const answer = () =>
      (isDown ? [503, { code: 'SERVICE_UNAVAILABLE', detail: 'x' }] : [200, { notices: LIST }]) as never
    open({ 'GET /notifications': answer })
    await screen.findByRole('alert')
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('link', { name: /We received your payment/ })
  })

  it('loads the next page', async () => {
    const pages = [{ notices: [aNotice()], cursor: 'next' }, { notices: [older] }]
    open({ 'GET /notifications': () => [200, pages.shift()] })
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await screen.findByRole('link', { name: /You’re verified/ })
  })

  it('names the property in Arabic', async () => {
    open({}, <NoticesPage />, 'ar')
    const link = await screen.findByRole('link', { name: /استلمنا دفعتك/ })
    expect(link.textContent).toContain('شقة في الريم')
  })

  it('shows a general text for a kind of a later release', async () => {
    open({ 'GET /notifications': ok({ notices: [aNotice({ kind: 'later' as NoticeKind })] }) })
    await screen.findByRole('link', { name: /Something has changed with your account/ })
  })
})

describe('the panel under the bell', () => {
  it('shows the six newest with a link to all of them, and closes when one is followed', async () => {
    let closed = 0
    const many = Array.from({ length: 9 }, (_, index) => aNotice({ noticeId: `m${index}` }))
    open({ 'GET /notifications': ok({ notices: many }) }, <NoticesPanel onClose={() => (closed += 1)} />)
    expect(await screen.findAllByRole('link', { name: /We received your payment/ })).toHaveLength(6)
    const all = screen.getByRole('link', { name: 'See all notifications' })
    expect(all.getAttribute('href')).toBe('/notifications')
    fireEvent.click(all)
    expect(closed).toBe(1)
  })
})

describe('a notice', () => {
  it.each(['en', 'ar'] as const)('of every kind has a text in %s', (locale) => {
    const { i18n } = languageOf(locale)
    const without = NoticeKind.options.filter((kind) => i18n._(`notices.kind.${kind}`).startsWith('notices.'))
    expect(without).toEqual([])
  })

  it.each<[NoticeKind, string]>([
    ['passwordChanged', '/settings/security'],
    ['movedToWallet', '/wallet'],
    ['moreInformation', '/onboarding'],
    ['verified', '/profile'],
    ['sharesReceived', '/investor-dashboard'],
    ['incomePaid', '/dashboard/income'],
    ['withdrawalPaid', '/cash'],
  ])('about %s leads to %s', (kind, place) => {
    const { orderId: _, ...notice } = aNotice({ kind })
    expect(placeOf(notice)).toBe(place)
  })

  it('of 21:05 UTC belongs to the next day in Dubai', () => {
    expect(byDay(LIST, 'en').map(({ day, rows }) => [day, rows.length])).toEqual([['21 November 2026', 3]])
    expect(byDay([aNotice(), aNotice({ at: '2026-11-20T08:00:00Z' })], 'en').map(({ day }) => day)).toEqual([
      '21 November 2026',
      '20 November 2026',
    ])
  })
})
