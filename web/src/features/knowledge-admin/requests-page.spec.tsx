import { beforeEach, expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import RequestsPage from './requests-page.js'

const reply = { text: 'I don’t know.' }
const handover = (handoverId: string, email: string | null) => ({
  ...{ handoverId, email, userId: email ? null : 'user-9', language: 'en', requestedAt: '2026-11-20T08:00:00Z' },
  transcript: [{ messageId: 'm', text: `Question ${handoverId}`, reply, rating: null }],
})
const open = (pages: unknown[]) => {
  const left = [...pages]
  const api = fakeApi({ 'GET /chat/handovers': () => [200, left.shift()] })
  return renderRoutes({ api, routes: [{ path: '*', element: <RequestsPage /> }] })
}

beforeEach(() => {
  localStorage.clear()
  storeTokens({ 'cognito:groups': ['compliance'] })
})

it('shows each request with its conversation, by page', async () => {
  open([
    { handovers: [handover('1', 'visitor@example.test')], count: 2, cursor: 'next' },
    { handovers: [handover('2', null)], count: 2 },
  ])
  expect(await screen.findByText('Question 1')).toBeTruthy()
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Reply by email' }).href).toBe(
    'mailto:visitor@example.test',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Older requests' }))
  expect(await screen.findByText('Question 2')).toBeTruthy()
  expect(screen.getByText('A signed-in user')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Newer requests' })).toBeTruthy()
})

it('says that there is no request, and who may read them', async () => {
  const empty = open([{ handovers: [], count: 0 }])
  expect(await screen.findByRole('heading', { name: 'No requests' })).toBeTruthy()
  empty.unmount()
  storeTokens({ 'cognito:groups': ['content'] })
  const { calls } = open([])
  expect(await screen.findByRole('heading', { name: 'This page is for compliance staff' })).toBeTruthy()
  expect(calls).toEqual([])
})
