import { describe, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import { HeadSink, type PageHeadProps } from '../../ui/page-head.js'
import ListPage from './list-page.js'

const refused = (path: string) => ({
  ...{ success: false, code: 'VALIDATION_FAILED', detail: `${path}: invalid` },
  errors: [{ path, code: 'invalid', message: 'invalid' }],
})

function open(status: number, body: object, locale?: 'ar') {
  const head: { current: PageHeadProps | null } = { current: null }
  const page = (
    <HeadSink value={head}>
      <ListPage />
    </HeadSink>
  )
  const api = fakeApi({ 'GET /properties': () => [status, body] })
  renderRoutes({ api, locale, at: '/properties?sort=newest&cursor=abc', routes: [{ path: '*', element: page }] })
  return head
}

describe('a property list', () => {
  it.each([
    [undefined, 'We couldn’t find this page of results', 'First page', '/properties?sort=newest'],
    ['ar', 'تعذّر العثور على هذه الصفحة من النتائج', 'الصفحة الأولى', '/ar/properties?sort=newest'],
  ] as const)(
    'responds 400 to an invalid cursor and links the first page: %s',
    async (locale, title, link, address) => {
      const head = open(400, refused('/cursor'), locale)
      await screen.findByRole('heading', { name: title })
      expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(address)
      expect(head.current!.status).toBe(400)
    },
  )

  it.each([undefined, 'ar'] as const)(
    'links the first page when a cursor is past the last result: %s',
    async (locale) => {
      const head = open(200, { properties: [], count: 0, scannedCount: 3, filters: {} }, locale)
      const link = await screen.findByRole('link', { name: locale ? 'الصفحة الأولى' : 'First page' })
      expect(link.getAttribute('href')).toBe(`${locale ? '/ar' : ''}/properties?sort=newest`)
      expect(screen.queryByText('No Properties Available')).toBeNull()
      expect(head.current!.status).toBeFalsy()
    },
  )

  it('keeps the status of a server failure', async () => {
    const head = open(503, { success: false, code: 'SERVICE_UNAVAILABLE', detail: 'down' })
    await screen.findByRole('button', { name: 'Try Again' })
    await waitFor(() => expect(head.current!.status).toBe(503))
  })
})
