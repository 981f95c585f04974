import { beforeEach, describe, expect, it } from '@jest/globals'
import type { KycStatus } from '@hissa/contracts/kyc'
import { screen } from '@testing-library/react'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import { ResultStep } from './result-step.js'

beforeEach(() => localStorage.clear())

const closed: KycStatus = {
  caseId: 'case-1',
  state: 'rejected',
  documentType: 'passport',
  issuingCountry: 'AE',
  uploads: [],
  stages: [],
  reasons: [],
  nextAction: { code: 'contact_support', text: 'Please write to us.', kinds: [] },
  expectedBy: null,
  submittedAt: null,
  decidedAt: null,
  version: 3,
}

describe('the result of an identity verification', () => {
  it('links to the contact mailbox when the case is permanently closed', async () => {
    const api = fakeApi({ 'GET /kyc/status': () => [200, { success: true, status: closed }] })
    renderRoutes({ api, routes: [{ path: '*', element: <ResultStep kyc={closed} next={null} /> }] })
    const mail = await screen.findByRole('link', { name: 'Contact Us' })
    expect(mail.getAttribute('href')).toBe('mailto:contact@hissa.test')
    expect(screen.getByText('contact@hissa.test')).toBeTruthy()
  })
})
