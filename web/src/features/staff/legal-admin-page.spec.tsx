import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import LegalAdminPage from './legal-admin-page.js'

beforeEach(() => localStorage.clear())

const version = (number: number, state: string) => ({
  ...{ documentId: 'terms', version: number, kind: 'public', state, title: { en: 'Terms of use', ar: 'شروط' } },
  ...{ hash: `${number}`.repeat(64), publishedAt: '2026-11-27T08:00:00Z' },
  effectiveFrom: state === 'current' ? '2026-11-27' : null,
})
const VERSIONS = [version(4, 'current'), version(3, 'previous')]
const open = (roles: string[], at = '/legal/admin') => {
  storeTokens({ 'cognito:groups': roles })
  return renderRoutes({
    at,
    api: fakeApi({
      'GET /legal/versions': () => [200, { versions: VERSIONS }],
      'GET /legal/versions/terms/3': () => [
        200,
        {
          version: VERSIONS[1],
          locale: 'en',
          sections: [{ title: 'One', paragraphs: ['Old wording.'] }],
          statement: null,
        },
      ],
    }),
    routes: [{ path: '/legal/admin', Component: LegalAdminPage }],
  })
}

describe('the page of legal texts for staff', () => {
  it('lists the versions, and shows the wording of the chosen one', async () => {
    const { router } = open(['content'])
    expect(await screen.findByText('Current')).toBeTruthy()
    fireEvent.click(screen.getAllByRole('link', { name: 'Terms of use' })[1]!)
    expect(await screen.findByText('Old wording.')).toBeTruthy()
    expect(router.state.location.search).toBe('?show=terms&version=3')
    expect(screen.getByText('3'.repeat(64))).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Terms of use' }))
  })

  it('says that a wording could not be loaded, and reads it again', async () => {
    const { calls } = open(['content'], '/legal/admin?show=terms&version=4')
    expect(await screen.findByText('We couldn’t load this wording')).toBeTruthy()
    const before = calls.length
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(calls.length).toBeGreaterThan(before))
  })

  it('is not for users without the role, and reads nothing for them', () => {
    const { calls } = open(['finance'])
    expect(screen.queryByRole('table')).toBeNull()
    expect(calls).toEqual([])
  })
})
