import { describe, expect, it } from '@jest/globals'
import { errorOf } from '../../api/problem.js'
import { addressOf, refusalText, requestOf } from './oversight.js'

const of = (query: string) => addressOf(new URLSearchParams(query))

describe('the filter of the audit screen', () => {
  it('is read from the address, without unknown services and impossible days', () => {
    expect(of('service=kyc&actor= u1 &from=2026-11-20')).toMatchObject({
      service: 'kyc',
      actor: 'u1',
      from: '2026-11-20',
    })
    expect(of('service=bank&from=2026-02-30&until=soon')).toMatchObject({ service: '', from: '', until: '' })
  })

  it('asks for whole days in Dubai, the last one included', () =>
    expect(requestOf(of('action=case.read&from=2026-11-20&until=2026-11-21'))).toEqual({
      action: 'case.read',
      from: '2026-11-19T20:00:00.000Z',
      until: '2026-11-21T20:00:00.000Z',
    }))
})

describe('a refused act', () => {
  it.each([
    ['OWN_ACCOUNT', 'oversight.refused.own'],
    ['STAFF_ACCOUNT', 'oversight.refused.staff'],
    ['STANDING_UNCHANGED', 'oversight.refused.unchanged'],
    ['APPROVAL_SAME_PERSON', 'oversight.refused.samePerson'],
    ['INTERNAL', 'oversight.refused.failed'],
  ])('with the code %s has the text %s', (code, text) => expect(refusalText(errorOf(403, { code }))).toBe(text))
})
