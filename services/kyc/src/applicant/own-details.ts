import type { OwnDetails } from '@hissa/contracts/kyc'
import { REQUIRED_UPLOADS, type Case } from '../cases/case.js'
import { maskEnd, type Evidence } from '../cases/evidence.js'

type Picture = OwnDetails['pictures'][number]

const STATUS: Record<Case['state'], Picture['status']> = {
  collecting: 'received',
  in_review: 'in_review',
  approved: 'accepted',
  resubmission: 'replace',
  rejected: 'not_accepted',
}

/**
 * Returns what a person may see of their own case: the verified data with the document's number masked, and the status of
 * each picture. `today` is an ISO date.
 */
export function ownDetails(current: Case | null, evidence: Evidence | null, today: string): OwnDetails {
  const verified = current?.state === 'approved' ? evidence : null
  const expiresOn = verified?.reading.fields.expiryDate ?? null
  const isExpired = expiresOn !== null && expiresOn < today
  return {
    state: current?.state ?? 'not_started',
    person: verified && personOf(verified),
    document:
      current && verified
        ? {
            documentType: current.documentType,
            issuingState: verified.reading.fields.issuingState,
            number: maskEnd(verified.reading.fields.documentNumber),
            expiresOn,
          }
        : null,
    pictures: current ? picturesOf(current, isExpired) : [],
    verifiedAt: current?.state === 'approved' ? (current.decidedAt?.toISOString() ?? null) : null,
    nextReviewOn: expiresOn,
  }
}

const personOf = ({ profileName, originalName, reading }: Evidence): OwnDetails['person'] => ({
  fullName: profileName,
  originalName,
  birthDate: reading.fields.birthDate,
  nationality: reading.fields.nationality,
})

function picturesOf({ state, documentType, uploads }: Case, isExpired: boolean): Picture[] {
  return REQUIRED_UPLOADS[documentType].map((kind) => {
    const upload = uploads.find((one) => one.kind === kind)
    if (!upload) return { kind, status: 'missing', uploadedAt: null }
    const status = isExpired ? 'expired' : STATUS[state]
    return { kind, status, uploadedAt: upload.uploadedAt.toISOString() }
  })
}
