import { describe, expect, it } from '@jest/globals'
import { after, covers, isCovered, isFrozenBy, progressed, type Freeze, type FreezeState } from './freeze.js'

const freeze = (more: Partial<Freeze> = {}): Freeze => {
  const at = new Date('2026-11-23T08:00:00Z')
  return { _id: 'f', userId: 'u', state: 'frozen', approvalId: 'a', frozenAt: at, mintsUntil: at, version: 1, ...more }
}
const STATES: readonly FreezeState[] = ['freezing', 'frozen', 'lifting', 'lifted']

describe('a freeze', () => {
  it('applies from its decision until it is lifted, to one property or to all', () => {
    const applies = (state: FreezeState, propertyId: string) =>
      isFrozenBy([freeze({ state, propertyId: 'P' })], propertyId)
    expect(STATES.map((state) => applies(state, 'P'))).toEqual([true, true, false, false])
    expect(STATES.map((state) => applies(state, 'Q'))).toEqual([false, false, false, false])
    expect(isFrozenBy([freeze()], 'Q')).toBe(true)
    expect([covers(freeze(), 'Q'), covers(freeze({ propertyId: 'P' }), 'Q')]).toEqual([true, false])
  })

  it('stays while any other applies', () =>
    expect(isFrozenBy([freeze({ state: 'lifted' }), freeze({ propertyId: 'P', state: 'freezing' })], 'P')).toBe(true))

  it('of one property is covered by one of all, and not the other way round', () => {
    expect(isCovered([freeze()], 'P')).toBe(true)
    expect(isCovered([freeze({ propertyId: 'P' })])).toBe(false)
    expect(isCovered([freeze({ propertyId: 'P' })], 'Q')).toBe(false)
    expect(isCovered([freeze({ state: 'lifting' })])).toBe(false)
  })

  it('follows what the chain has', () => {
    expect(STATES.map((state) => progressed({ state }, true))).toEqual(['frozen', 'frozen', 'lifted', 'lifted'])
    expect(STATES.map((state) => progressed({ state }, false))).toEqual(['freezing', 'freezing', 'lifting', 'lifted'])
  })

  it('is lifted once, and reopened only when it had ended', () => {
    expect([after({ state: 'freezing' }, 'lift'), after({ state: 'frozen' }, 'lift')]).toEqual(['lifting', 'lifting'])
    expect(() => after({ state: 'lifting' }, 'lift')).toThrow('lift')
    expect(after({ state: 'lifted' }, 'reopen')).toBe('lifting')
    expect(() => after({ state: 'freezing' }, 'reopen')).toThrow('reopen')
  })
})
