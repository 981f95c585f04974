import { beforeEach, describe, expect, it } from '@jest/globals'
import type { OwnDetails } from '@hissa/contracts/kyc'
import { screen } from '@testing-library/react'
import { currentUser } from '../../../test/current-user.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import type { AppLocale } from '../../lib/locale.js'
import DetailsPage from './details-page.js'

beforeEach(() => {
  localStorage.clear()
  storeTokens()
})

const PROFILE = {
  ...{ userId: 'user-1', fullName: 'Layla Stated', dateOfBirth: '1990-05-02', nationality: 'JO', version: 1 },
  address: { line1: '1 Corniche', city: 'Abu Dhabi' },
  countryOfResidence: 'AE',
}
const VERIFIED: OwnDetails = {
  state: 'approved',
  person: { fullName: 'Layla Haddad', originalName: 'ليلى', birthDate: '1990-05-01', nationality: 'JOR' },
  document: { documentType: 'passport', issuingState: 'JOR', number: '••••••567', expiresOn: '2030-01-31' },
  pictures: [{ kind: 'front', status: 'accepted', uploadedAt: '2026-11-20T07:05:00.000Z' }],
  ...{ verifiedAt: '2026-11-20T09:40:00.000Z', nextReviewOn: '2030-01-31' },
}
const OPEN: OwnDetails = {
  ...{ state: 'collecting', person: null, document: null, verifiedAt: null, nextReviewOn: null },
  pictures: [{ kind: 'front', status: 'missing', uploadedAt: null }],
}

const CONTACT = [
  ['Email address', 'sara@example.comVerified'],
  ['Phone', '+971501234567Not verified'],
  ['Tax residence', 'Not stated'],
]

describe('the own details', () => {
  /** Returns the rows of the page: terms with their values. */
  const rowsOf = async (details: OwnDetails, locale: AppLocale = 'en') => {
    const nextAction = { code: 'upload', text: 'Add the pictures of your document.', kinds: ['front'] }
    const api = fakeApi({
      'GET /profile': () => [200, { success: true, profile: PROFILE }],
      'GET /kyc/status': () => [200, { success: true, status: { state: details.state, nextAction } }],
      'GET /kyc/details': () => [200, { success: true, details }],
      'GET /users/me': () => [200, { success: true, user: currentUser() }],
    })
    const { container } = renderRoutes({ api, locale, routes: [{ path: '*', Component: DetailsPage }] })
    await screen.findAllByRole('term')
    return [...container.querySelectorAll('dl > div')].map((row) => [...row.children].map((cell) => cell.textContent))
  }

  it('show a verified person, document and the status of each picture', async () => {
    expect(await rowsOf(VERIFIED)).toEqual([
      ['Full name', 'Layla Haddad'],
      ['Name in its original script', 'ليلى'],
      ['Date of birth', '1 May 1990'],
      ['Nationality', 'Jordan'],
      ['Country of residence', 'United Arab Emirates'],
      ['Address', '1 Corniche, Abu Dhabi'],
      ...CONTACT,
      ['Type', 'Passport'],
      ['Country of issue', 'Jordan'],
      ['Number', '••••••567'],
      ['Valid until', '31 January 2030'],
      ['Page with your photograph', 'Accepted'],
      ['Verified on', '20 November 2026'],
      ['Next review', '31 January 2030'],
    ])
    expect(screen.queryByRole('link', { name: 'Continue verification' })).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('show what is missing to a user who isn’t verified', async () => {
    expect(await rowsOf(OPEN)).toEqual([
      ['Full name', 'Layla Stated'],
      ['Date of birth', '2 May 1990'],
      ['Nationality', 'Jordan'],
      ['Country of residence', 'United Arab Emirates'],
      ['Address', '1 Corniche, Abu Dhabi'],
      ...CONTACT,
      ['Picture of the front', 'Missing'],
    ])
    expect(screen.getByText('Add the pictures of your document.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Continue verification' }).getAttribute('href')).toBe('/onboarding')
  })

  it('are in Arabic for a reader of Arabic', async () => {
    const rows = await rowsOf(VERIFIED, 'ar')
    expect(rows.find(([term]) => term === 'العنوان')?.[1]).toBe('1 Corniche, Abu Dhabi')
    expect(rows.find(([term]) => term === 'الصفحة التي فيها صورتك')?.[1]).toBe('مقبولة')
  })
})
