import { describe, expect, it } from '@jest/globals'
import { errorOf } from '../../api/problem.js'
import { pictureError, readView, refusalOf, slaOf } from './desk.js'

const now = Date.parse('2026-11-21T10:00:00Z')

describe('the time until a decision is due', () => {
  it.each([
    ['2026-11-21T16:30:00Z', { level: 'good', text: 'staff.sla.left', hours: 6, minutes: 30 }],
    ['2026-11-21T10:01:00Z', { level: 'warn', text: 'staff.sla.left', hours: 0, minutes: 1 }],
    ['2026-11-21T08:55:00Z', { level: 'bad', text: 'staff.sla.late', hours: 1, minutes: 5 }],
  ])('is computed from %s', (dueAt, sla) => expect(slaOf(dueAt, now)).toEqual(sla))
})

describe('a rejected claim or decision', () => {
  it('names the colleague who claimed the case first', () => {
    const error = errorOf(409, { code: 'ALREADY_CLAIMED', detail: 'x', assignee: 'user-2' })
    expect(refusalOf(error)).toEqual({ text: 'staff.refused.claimed', who: 'user-2' })
  })

  it.each([
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
