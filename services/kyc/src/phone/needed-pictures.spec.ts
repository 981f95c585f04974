import { describe, expect, it } from '@jest/globals'
import { openCase, type Case } from '../cases/case.js'
import { neededPictures } from './needed-pictures.js'

const AT = new Date('2026-11-22T08:00:00Z')
const LATER = new Date('2026-11-22T09:00:00Z')
const card = openCase(
  { caseId: 'case-1', userId: 'user-1' },
  { documentType: 'emirates_id', issuingCountry: 'ARE' },
  AT,
)
const upload = (kind: 'front' | 'back', uploadedAt: Date): Case['uploads'][number] => ({
  ...{ documentId: kind, kind, objectRef: kind, contentType: 'image/jpeg', sizeBytes: 1 },
  uploadedAt,
})

describe('the pictures that an applicant still has to send', () => {
  it('are those that are missing', () => {
    expect(neededPictures(card)).toEqual(['front', 'back'])
    expect(neededPictures({ ...card, uploads: [upload('front', AT)] })).toEqual(['back'])
  })

  it('are, after a request for more, also those that were sent before it', () => {
    const uploads = [upload('front', AT), upload('back', AT)]
    const returned: Case = { ...card, uploads, state: 'resubmission', decidedAt: AT }
    expect(neededPictures(returned)).toEqual(['front', 'back'])
    expect(neededPictures({ ...returned, uploads: [upload('front', LATER), upload('back', AT)] })).toEqual(['back'])
  })
})
