import { describe, expect, it } from '@jest/globals'
import { ResolutionRefusal, type RejectedOrderView } from '@hissa/contracts/investment'
import { errorOf } from '../../api/problem.js'
import ar from '../../i18n/ar/finance.json' with { type: 'json' }
import en from '../../i18n/en/finance.json' with { type: 'json' }
import { actionFrom, detailOf, orderActionsOf, refusalText } from './finance.js'

const pending = { approvalId: 'a' } as RejectedOrderView['pending']

describe('resolutions that finance may propose', () => {
  it('depend on the rejected work of an order', () => {
    expect(orderActionsOf({ work: 'refund' } as RejectedOrderView)).toEqual(['settle'])
    expect(orderActionsOf({ work: 'expiry' } as RejectedOrderView)).toEqual(['release'])
    expect(orderActionsOf({ work: 'refund', pending } as RejectedOrderView)).toEqual([])
    expect(orderActionsOf({ work: 'refund', own: true } as RejectedOrderView)).toEqual([])
  })

  it('include the detail that the action needs', () => {
    expect(actionFrom('assign', 'o1')).toEqual({ type: 'assign', orderId: 'o1' })
    expect(actionFrom('cover', 'FT1')).toEqual({ type: 'cover', reference: 'FT1' })
    expect(actionFrom('withdraw', 'FT2')).toEqual({ type: 'withdraw', reference: 'FT2' })
    expect(detailOf('withdraw')).toBe('reference')
    expect(actionFrom('net', '')).toEqual({ type: 'net' })
    expect([detailOf('refund'), actionFrom('refund', 'x')]).toEqual([null, { type: 'refund' }])
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
