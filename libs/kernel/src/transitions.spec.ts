import { describe, expect, it } from '@jest/globals'
import { accepts, follow, legalOrThrow, targetsOf, type Transitions } from './transitions.js'

type Light = 'off' | 'on' | 'broken'
const TABLE: Transitions<Light, 'press' | 'hit'> = {
  off: { press: 'on' },
  on: { press: 'off', hit: ['on', 'broken'] },
  broken: {},
}

describe('a table of transitions', () => {
  it('leads from state to state', () => {
    expect(follow(TABLE, 'off', 'press')).toEqual({ ok: true, value: 'on' })
    expect(follow(TABLE, 'on', 'press')).toEqual({ ok: true, value: 'off' })
  })

  it.each([
    ['off', 'hit'],
    ['broken', 'press'],
  ] as const)('rejects in the state %s the command %s', (from, command) => {
    const error = { code: 'ILLEGAL_TRANSITION', from, command }
    expect(follow(TABLE, from, command)).toEqual({ ok: false, error })
    expect([accepts(TABLE, from, command), targetsOf(TABLE, from, command)]).toEqual([false, []])
  })

  it('lists every state that a command may lead to, and throws if the target is ambiguous', () => {
    expect([accepts(TABLE, 'on', 'hit'), targetsOf(TABLE, 'on', 'hit')]).toEqual([true, ['on', 'broken']])
    expect(() => follow(TABLE, 'on', 'hit')).toThrow('several states')
  })
})

describe('legalOrThrow', () => {
  it("returns the value of a decision, and throws if the state doesn't accept the command", () => {
    expect(legalOrThrow(follow(TABLE, 'off', 'press'))).toBe('on')
    expect(() => legalOrThrow(follow(TABLE, 'broken', 'press'))).toThrow('press is not accepted in the state broken')
  })
})
