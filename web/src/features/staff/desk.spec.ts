import { describe, expect, it } from '@jest/globals'
import { errorOf } from '../../api/problem.js'
import { deskPath, pictureError, readSearch, readView, refusalOf, slaOf } from './desk.js'

describe('the time left in words', () => {
  it.each([
    [
      { state: 'running', leftMinutes: 390 },
      { level: 'good', text: 'staff.sla.left', hours: 6, minutes: 30 },
    ],
    [
      { state: 'running', leftMinutes: 1 },
      { level: 'warn', text: 'staff.sla.left', hours: 0, minutes: 1 },
    ],
    [
      { state: 'running', leftMinutes: -65 },
      { level: 'bad', text: 'staff.sla.late', hours: 1, minutes: 5 },
    ],
    [
      { state: 'paused', leftMinutes: 61 },
      { level: 'neutral', text: 'staff.sla.paused', hours: 1, minutes: 1 },
    ],
  ] as const)('is computed from %o', (sla, words) => expect(slaOf(sla)).toEqual(words))
})

describe('the desk’s address', () => {
  it('keeps the view and an id that was searched for', () => {
    expect(deskPath({ view: 'soon', search: undefined })).toBe('/staff/kyc?view=soon')
    expect(deskPath({ view: 'all', search: 'ab12cd34' }, 'case-1')).toBe('/staff/kyc/case-1?view=all&q=ab12cd34')
  })

  it.each([
    [' ab12cd34 ', 'ab12cd34'],
    ['Layla Haddad', undefined],
    ['a@b.example', undefined],
    ['abc', undefined],
    [null, undefined],
  ])('reads a search for %s', (text, search) => expect(readSearch(text)).toBe(search))
})

describe('a rejected claim or decision', () => {
  it('names the colleague who claimed the case first', () => {
    const error = errorOf(409, { code: 'ALREADY_CLAIMED', detail: 'x', assignee: 'user-2' })
    expect(refusalOf(error)).toEqual({ text: 'staff.refused.claimed', who: 'user-2' })
  })

  it.each([
    ['CLAIM_ENDED', 'staff.refused.claimEnded'],
    ['VERSION_CONFLICT', 'staff.refused.version'],
    ['KYC_NOT_IN_REVIEW', 'staff.refused.decided'],
    ['APPROVAL_PENDING', 'staff.refused.pending'],
    ['APPROVAL_SAME_PERSON', 'staff.refused.samePerson'],
    ['CLASSIFICATION_NOT_POSSIBLE', 'staff.refused.class'],
    ['APPROVAL_NOT_PENDING', 'staff.refused.notPending'],
    ['APPROVAL_EVIDENCE_CHANGED', 'staff.refused.changed'],
    ['FORBIDDEN', 'staff.refused.own'],
    ['SOMETHING', 'staff.refused.failed'],
  ])('has a message for %s', (code, text) => expect(refusalOf(errorOf(409, { code, detail: 'x' })).text).toBe(text))
})

describe('pictureError', () => {
  it.each([
    ['REASON_REQUIRED', 'staff.pictureMasked'],
    ['NOT_FOUND', 'staff.pictureFailed'],
  ])('returns a message for %s', (code, text) => expect(pictureError(errorOf(403, { code, detail: 'x' }))).toBe(text))
})

it('readView returns the first view for an unknown one', () => {
  expect(readView('mine')).toBe('mine')
  expect(readView('other')).toBe('unassigned')
})
