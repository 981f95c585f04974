import { describe, expect, it } from '@jest/globals'
import type { Case } from '../cases/case.js'
import type { Evidence } from '../cases/evidence.js'
import { ownDetails } from './own-details.js'

const AT = new Date('2026-11-22T09:40:00Z')
const aCase = (change: Partial<Case> = {}): Case => ({
  ...{ caseId: 'c', userId: 'u', state: 'approved', documentType: 'passport', issuingCountry: 'JOR', version: 3 },
  ...{
    assessment: null,
    assignee: null,
    decisionReasons: [],
    submittedAt: AT,
    dueAt: null,
    decidedAt: AT,
    history: [],
  },
  uploads: [
    { documentId: 'd', kind: 'front', objectRef: 'o', contentType: 'image/jpeg', sizeBytes: 1, uploadedAt: AT },
  ],
  ...change,
})
const fields = {
  ...{ lastName: 'HADDAD', firstName: 'LAYLA', documentNumber: 'X1234567', issuingState: 'JOR', nationality: 'JOR' },
  ...{ birthDate: '1990-05-01', expiryDate: '2030-01-31', sex: null, optional: '' },
}
const evidence: Evidence = {
  ...{ profileName: 'Layla Haddad', originalName: null, mrzLines: [], hits: [] },
  reading: { format: 'TD3', fields, failures: [], specimen: false },
}

describe('own details', () => {
  it.each([
    ['2030-01-31', 'accepted'],
    ['2030-02-01', 'expired'],
  ])('state on %s that the document is %s', (today, status) => {
    const details = ownDetails(aCase(), evidence, today)
    expect(details.pictures).toEqual([{ kind: 'front', status, uploadedAt: AT.toISOString() }])
    expect(details.nextReviewOn).toBe('2030-01-31')
  })

  it.each(['collecting', 'in_review', 'resubmission', 'rejected'] as const)(
    'name nobody as verified while %s',
    (state) => {
      const { person, document, verifiedAt } = ownDetails(aCase({ state }), evidence, '2026-11-22')
      expect([person, document, verifiedAt]).toEqual([null, null, null])
    },
  )

  it('keep the date of verification after the person’s data has been erased', () => {
    const details = ownDetails(aCase(), null, '2026-11-22')
    expect([details.person, details.document, details.verifiedAt]).toEqual([null, null, AT.toISOString()])
  })
})
