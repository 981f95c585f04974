import { describe, expect, it } from '@jest/globals'
import { ResolutionRefusal, type RejectedOrderView } from '@hissa/contracts/investment'
import { errorOf } from '../../api/problem.js'
import ar from '../../i18n/ar/finance.json' with { type: 'json' }
import en from '../../i18n/en/finance.json' with { type: 'json' }
import { fils } from '@hissa/money'
import { actionFrom, fieldsOf, isFilled, orderActionsOf, refusalText } from './finance.js'

const pending = { approvalId: 'a' } as RejectedOrderView['pending']

describe('resolutions that finance may propose', () => {
  it('depend on the rejected work of an order', () => {
    expect(orderActionsOf({ work: 'refund' } as RejectedOrderView)).toEqual(['settle'])
    expect(orderActionsOf({ work: 'expiry' } as RejectedOrderView)).toEqual(['release'])
    expect(orderActionsOf({ work: 'refund', pending } as RejectedOrderView)).toEqual([])
    expect(orderActionsOf({ work: 'refund', own: true } as RejectedOrderView)).toEqual([])
  })

  it('include the details that the action needs', () => {
    expect(actionFrom('assign', { orderId: 'o1' })).toEqual({ type: 'assign', orderId: 'o1' })
    expect(actionFrom('cover', { reference: ' FT1 ' })).toEqual({ type: 'cover', reference: 'FT1' })
    expect(actionFrom('withdraw', { reference: 'FT2' })).toEqual({ type: 'withdraw', reference: 'FT2' })
    expect(fieldsOf('withdraw')).toEqual(['reference'])
    expect(actionFrom('net', {})).toEqual({ type: 'net' })
    expect([fieldsOf('refund'), actionFrom('refund', { orderId: 'x' })]).toEqual([[], { type: 'refund' }])
    expect(actionFrom('refund_fee', { amount: '١٢٫٥' })).toEqual({ type: 'refund_fee', amountFils: fils(1_250) })
    // Dubai is four hours ahead of UTC.
    expect(actionFrom('extend', { deadline: '2026-12-01T02:30' })).toEqual({
      ...{ type: 'extend', deadline: '2026-11-30T22:30:00.000Z' },
    })
    const deed = { number: 'DLD-1', issuedOn: '2026-11-02', document: 'ab'.repeat(32) }
    expect(actionFrom('file_deed', deed)).toEqual({
      ...{ type: 'file_deed', number: 'DLD-1', issuedOn: '2026-11-02', documentSha256: 'ab'.repeat(32) },
    })
  })

  it('are complete when each detail has its form', () => {
    expect(isFilled('amount', '30')).toBe(true)
    for (const text of ['', '0', '1.234', 'x', '-1']) expect([text, isFilled('amount', text)]).toEqual([text, false])
    const deadlines = ['2026-12-01', '2026-12-01T10:00', '2026-12-01T24:00', '2026-11-31T10:00', '2026-12-01T']
    expect(deadlines.map((text) => isFilled('deadline', text))).toEqual([false, true, false, false, false])
    expect([isFilled('issuedOn', '1/2/26'), isFilled('issuedOn', '2026-02-01')]).toEqual([false, true])
    expect([isFilled('document', 'ab'), isFilled('document', 'ab'.repeat(32))]).toEqual([false, true])
    expect([isFilled('reference', ' FT '), isFilled('reference', 'FT1')]).toEqual([false, true])
  })

  it('have a distinct text for each reason in each language', () => {
    expect(refusalText(new Error('anything'))).toBe('finance.refused.failed')
    expect(refusalText(errorOf(403, { code: 'CONFLICT_OF_INTEREST' }))).toBe('finance.refused.conflict')
    const texts = ResolutionRefusal.options.map((why) =>
      refusalText(errorOf(409, { code: 'RESOLUTION_NOT_POSSIBLE', why })),
    )
    expect(texts).toEqual(ResolutionRefusal.options.map((why) => `finance.why.${why}`))
    for (const catalogue of [en, ar] as Record<string, string>[])
      expect(new Set(texts.map((id) => catalogue[id] ?? '')).size).toBe(texts.length)
    expect(refusalText(errorOf(409, { code: 'RESOLUTION_NOT_POSSIBLE', why: 'later' }))).toBe(
      'finance.refused.notPossible',
    )
  })
})
