import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import fc from 'fast-check'
import {
  commandAtEnd,
  commandFor,
  decideRaise,
  type Raise,
  RAISE_TRANSITIONS,
  type RaiseCommand,
  type UnitCounts,
} from './raise.js'

const DEADLINE = new Date('2026-12-01T00:00:00Z')
const [BEFORE, AFTER] = [new Date(DEADLINE.getTime() - 1), new Date(DEADLINE.getTime() + 1)]
const TOTAL = 100
const states = ['active', 'funded', 'completed', 'failed'] as const

const anyRaise: fc.Arbitrary<Raise> = fc
  .record({
    state: fc.constantFrom(...states),
    minimum: fc.integer({ min: 1, max: TOTAL }),
    phase: fc.nat(9),
    closing: fc.boolean(),
    hasDeed: fc.boolean(),
  })
  .map(({ state, minimum, phase, closing, hasDeed }) => ({
    ...{ _id: 'Prop_1_a', slug: 's', title: 't', offeringVersion: 1, unitPriceFils: fils(10_000), feeBasisPoints: 150 },
    ...{ unitsTotal: units(TOTAL), unitsIssued: units(TOTAL), minimumUnits: units(minimum), minimumFils: fils(1) },
    ...{ expectedReturnBasisPoints: null, deadline: DEADLINE, openedAt: BEFORE, state, phase, version: 1 },
    ...(state === 'active' && closing ? { closingAt: BEFORE } : {}),
    ...(state === 'funded' ? { fundedAt: BEFORE } : {}),
    ...(state === 'funded' && hasDeed
      ? { deed: { number: 'D', issuedOn: '2026-11-01', documentSha256: '0', filedAt: BEFORE } }
      : {}),
  }))

const anyCounts = fc.tuple(fc.nat(TOTAL), fc.nat(TOTAL)).map(([paid, more]) => {
  const reserved = Math.min(more, TOTAL - paid)
  return { unitsPaid: units(paid), unitsAvailable: units(TOTAL - paid - reserved), investors: 1 }
})
const reservedOf = ({ unitsPaid, unitsAvailable }: Pick<UnitCounts, 'unitsPaid' | 'unitsAvailable'>) =>
  TOTAL - unitsPaid - unitsAvailable
const anyTime = fc.constantFrom(BEFORE, DEADLINE, AFTER)
const COMMANDS: readonly RaiseCommand[] = [
  ...([
    { type: 'fund' },
    { type: 'reopen' },
    { type: 'complete' },
    { type: 'beginClosing' },
    { type: 'resume' },
  ] as const),
  { type: 'fail', failure: 'minimum_missed' },
  { type: 'extend', deadline: AFTER },
  { type: 'fileDeed', deed: { number: 'D', issuedOn: '2026-11-01', documentSha256: '0' } },
]

describe('a command to a raise', () => {
  it('follows the transition table, and every accepted one begins the next phase', () => {
    fc.assert(
      fc.property(anyRaise, fc.constantFrom(...COMMANDS), anyTime, (raise, command, at) => {
        const decided = decideRaise(raise, command, at)
        const next = RAISE_TRANSITIONS[raise.state][command.type]
        expect(decided.ok).toBe(next !== undefined)
        if (!decided.ok) return
        expect(decided.value.set.state ?? raise.state).toBe(next)
        expect(decided.value.set.phase).toBe(raise.phase! + 1)
      }),
    )
  })

  it('never leaves a closing time or a rejection in a raise that has ended', () => {
    fc.assert(
      fc.property(anyRaise, anyTime, (raise, at) => {
        const failed = decideRaise(raise, { type: 'fail', failure: 'ended_by_staff' }, at)
        if (!failed.ok) return
        expect(failed.value.unset).toEqual(expect.arrayContaining(['closingAt', 'rejected']))
        expect(failed.value.set.due).toMatchObject({ kind: 'refund', dueAt: at })
      }),
    )
  })
})

describe('work over the orders of a raise', () => {
  const dueIn = (kind: NonNullable<Raise['due']>['kind']) => ({
    ...{ kind, dueAt: BEFORE, nextTryAt: BEFORE, tries: 0, refusals: 0 },
  })
  const decided = (raise: Raise, command: RaiseCommand) => {
    const result = decideRaise(raise, command, AFTER)
    if (!result.ok) throw new Error(result.error.code)
    return result.value
  }

  it('after a reopening is not replaced by that of an extension', () => {
    fc.assert(
      fc.property(anyRaise, (raise) => {
        const active: Raise = { ...raise, state: 'active' }
        const extend = { type: 'extend', deadline: AFTER } as const
        expect(decided({ ...active, due: dueIn('reopen') }, extend).set.due).toMatchObject({ kind: 'reopen' })
        expect(decided({ ...active, due: dueIn('deadline') }, extend).set.due).toMatchObject({ kind: 'extend' })
      }),
    )
  })

  it('after a closing is not replaced by that of the deed', () => {
    fc.assert(
      fc.property(anyRaise, (raise) => {
        const funded: Raise = { ...raise, state: 'funded' }
        const file = { type: 'fileDeed', deed: { number: 'D', issuedOn: '2026-11-01', documentSha256: '0' } } as const
        expect(decided({ ...funded, due: dueIn('coolingOff') }, file).set).not.toHaveProperty('due')
        expect(decided(funded, file).set.due).toMatchObject({ kind: 'allot' })
      }),
    )
  })

  it('begins without the time of an early close, which would keep a reopened raise shut', () => {
    fc.assert(
      fc.property(anyRaise, (raise) => {
        const closing: Raise = { ...raise, state: 'active', closingAt: BEFORE }
        for (const type of ['fund', 'resume'] as const) expect(decided(closing, { type }).unset).toContain('closingAt')
      }),
    )
  })
})

describe('the command that new counts require', () => {
  it('is always legal, and no longer required once it has been carried out', () => {
    fc.assert(
      fc.property(anyRaise, anyCounts, anyTime, (raise, counts, at) => {
        const command = commandFor(raise, counts, at)
        if (!command) return
        const decided = decideRaise(raise, command, at)
        expect(decided.ok).toBe(true)
        if (!decided.ok) return
        const after = { ...raise, ...decided.value.set }
        for (const field of decided.value.unset) delete after[field]
        expect(commandFor(after, counts, at)).toBeUndefined()
      }),
    )
  })

  it('closes a raise only when every unit is paid, and reopens or fails one only below its minimum and without a deed', () => {
    fc.assert(
      fc.property(anyRaise, anyCounts, anyTime, (raise, counts, at) => {
        const type = commandFor(raise, counts, at)?.type
        const isFull = counts.unitsPaid === TOTAL
        const isBelow = counts.unitsPaid < raise.minimumUnits! && !raise.deed
        if (raise.state === 'active') expect(type).toBe(isFull ? 'fund' : undefined)
        else if (raise.state === 'funded' && isBelow) expect(type).toBe(at < DEADLINE ? 'reopen' : 'fail')
        else expect(type).toBeUndefined()
      }),
    )
  })
})

describe('the minimum of a raise', () => {
  const counts = (paid: number) => ({ unitsPaid: units(paid), unitsAvailable: units(TOTAL - paid), investors: 1 })

  it('is reached when exactly that many units are paid', () => {
    fc.assert(
      fc.property(anyRaise, (raise) => {
        const { deed: _, ...funded } = { ...raise, state: 'funded' as const }
        const minimum = raise.minimumUnits!
        expect(commandFor(funded, counts(minimum), BEFORE)).toBeUndefined()
        expect(commandFor(funded, counts(minimum - 1), BEFORE)).toEqual({ type: 'reopen' })
        const active = { ...raise, state: 'active' as const }
        expect(commandAtEnd(active, counts(minimum), DEADLINE)).toEqual({ type: 'fund' })
        expect(commandAtEnd(active, counts(minimum - 1), DEADLINE)).toMatchObject({ type: 'fail' })
      }),
    )
  })
})

describe('the end of a raise', () => {
  it('waits for every reservation, then closes the raise if its minimum is paid, and otherwise fails or resumes it', () => {
    fc.assert(
      fc.property(anyRaise, anyCounts, anyTime, (raise, counts, at) => {
        const command = commandAtEnd(raise, counts, at)
        const isOver = at >= DEADLINE
        if (raise.state !== 'active' || !(isOver || raise.closingAt)) return expect(command).toBeUndefined()
        if (reservedOf(counts) > 0) return expect(command).toBe('wait')
        const type = counts.unitsPaid >= raise.minimumUnits! ? 'fund' : isOver ? 'fail' : 'resume'
        expect(command).toMatchObject({ type })
      }),
    )
  })
})
