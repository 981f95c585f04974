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

  const wayBack = async (next: string) => {
    const kyc: KycStatus = { ...closed, state: 'in_review', nextAction: { code: 'wait', text: 'Wait.', kinds: [] } }
    const api = fakeApi({ 'GET /kyc/status': () => [200, { success: true, status: kyc }] })
    renderRoutes({ api, routes: [{ path: '*', element: <ResultStep kyc={kyc} next={next} /> }] })
    const link = (await screen.findAllByRole('link'))[0]!
    return [link.textContent, link.getAttribute('href')]
  }
  const invest = '/properties/al-reef?amount=4000'

  it('leads back to the investment by its amount', async () =>
    expect(await wayBack(invest)).toEqual([expect.stringMatching(/^Back to your .*4,000.* investment$/), invest]))

  it('leads back to the investment without its amount if amounts are hidden', async () => {
    localStorage.setItem('hissa.hideAmounts', '1')
    expect(await wayBack(invest)).toEqual(['Back to your investment', invest])
  })

  it('leads to a page without an amount by the usual text', async () =>
    expect(await wayBack('/properties')).toEqual(['Browse properties', '/properties']))
})
