import { describe, expect, it } from '@jest/globals'
import type { ResolutionAction } from '@hissa/contracts/investment'
import { fils, units } from '@hissa/money'
import { accounts } from '../accounts.js'
import type { DeedVersion, Raise } from '../raises/raises.api.js'
import { StaffActions } from './staff-actions.js'

const DAY_MS = 86_400_000
const AT = new Date('2026-12-04T00:00:00.000Z')
const DEADLINE = new Date('2026-12-20T00:00:00.000Z')
const HOURS_48_MS = 2 * DAY_MS
const raiseIn = (change: Partial<Raise>): Raise => ({
  ...{ _id: 'Prop_1_a', slug: 's', title: 't', offeringVersion: 1, unitPriceFils: fils(10_000), feeBasisPoints: 150 },
  ...{ unitsTotal: units(100), unitsIssued: units(100), minimumUnits: units(60), minimumFils: fils(1) },
  ...{ expectedReturnBasisPoints: null, deadline: DEADLINE, openedAt: AT, state: 'active', phase: 3, version: 5 },
  ...change,
})
const versionOf = (sha256: string) => ({ sha256 }) as DeedVersion
const closed = raiseIn({
  ...{ state: 'funded', fundedAt: new Date(AT.getTime() - HOURS_48_MS) },
  deedVersions: [versionOf('0')],
})
const deed = { number: 'D', issuedOn: '2026-12-04', documentSha256: '0' }
const filed = raiseIn({ ...closed, deed: { ...deed, filedAt: AT } })

/** Returns why an action is refused for a raise with `paid` of 100 units paid, or `possible`. */
async function outcomeOf(action: ResolutionAction, raise: Raise, paid = 60, at = AT): Promise<string | undefined> {
  const empty = { debitsPosted: 0, creditsPosted: 0, debitsPending: 0, creditsPending: 0 }
  const treasury = { ...empty, creditsPosted: 100, debitsPosted: paid }
  const balance = async (id: string) => (id === accounts.unitsTreasury('Prop_1_a') ? treasury : empty)
  const none = {} as never
  const raises = { byId: async () => raise } as never
  const ids = { next: () => 'id' }
  const ledger = { balance } as never
  const staff = new StaffActions(ledger, raises, none, none, none, none, { now: () => at }, ids)
  const seen = await staff.evidence({ kind: 'raise', id: raise._id }, action)
  if (seen.ok) return 'possible'
  return seen.error.code === 'RESOLUTION_NOT_POSSIBLE' ? seen.error.extra.why : seen.error.code
}

describe('an extension', () => {
  const extend = (deadlineMs: number, raise = raiseIn({})) =>
    outcomeOf({ type: 'extend', deadline: new Date(deadlineMs).toISOString() }, raise)

  it('moves the deadline to a later time, by at most 90 days', async () => {
    const now = DEADLINE.getTime()
    expect(await extend(now)).toBe('deadline')
    expect(await extend(now + 1)).toBe('possible')
    expect(await extend(now + 90 * DAY_MS)).toBe('possible')
    expect(await extend(now + 90 * DAY_MS + 1)).toBe('deadline')
  })

  it.each<[string, Partial<Raise>]>([
    ['has reached its deadline', { deadline: AT }],
    ['is being closed early', { closingAt: AT }],
    ['has closed', closed],
    ['has failed', { state: 'failed' }],
  ])('is refused for a raise that %s', async (_, change) => {
    expect(await extend(DEADLINE.getTime() + DAY_MS, raiseIn(change))).toBe('raise_state')
  })
})

describe('an early close', () => {
  it('needs the minimum paid and an open raise', async () => {
    expect(await outcomeOf({ type: 'close' }, raiseIn({}), 60)).toBe('possible')
    expect(await outcomeOf({ type: 'close' }, raiseIn({}), 59)).toBe('below_minimum')
    expect(await outcomeOf({ type: 'close' }, raiseIn({ deadline: AT }))).toBe('raise_state')
    expect(await outcomeOf({ type: 'close' }, raiseIn({ closingAt: AT }))).toBe('raise_state')
  })
})

describe('the end of a raise by staff', () => {
  it.each<[string, Raise, string]>([
    ['is open', raiseIn({}), 'possible'],
    ['has closed', closed, 'possible'],
    ['has its deed on file', filed, 'raise_state'],
    ['is completed', raiseIn({ ...filed, state: 'completed' }), 'raise_state'],
    ['has failed', raiseIn({ state: 'failed' }), 'raise_state'],
  ])('is possible or refused for a raise that %s', async (_, raise, outcome) => {
    expect(await outcomeOf({ type: 'fail' }, raise)).toBe(outcome)
  })
})

describe('a title deed', () => {
  const file = (raise: Raise, issuedOn = deed.issuedOn) => outcomeOf({ type: 'file_deed', ...deed, issuedOn }, raise)

  it('is filed once, from the end of the cooling-off period on', async () => {
    expect(await file(closed)).toBe('possible')
    expect(await file(raiseIn({ ...closed, fundedAt: new Date(closed.fundedAt!.getTime() + 1) }))).toBe(
      'cooling_off_runs',
    )
    expect(await file(raiseIn({}))).toBe('raise_state')
    expect(await file(filed)).toBe('raise_state')
  })

  it('is filed in its newest stored version only', async () => {
    const versions = (...hashes: string[]) => raiseIn({ ...closed, deedVersions: hashes.map(versionOf) })
    expect(await file(versions('1', '0'))).toBe('possible')
    expect(await file(versions('0', '1'))).toBe('document')
    expect(await file(versions())).toBe('document')
    const { deedVersions: _, ...none } = closed
    expect(await file(none)).toBe('document')
  })

  it('is not dated in the future', async () => {
    expect(await file(closed, '2026-12-05')).toBe('deadline')
    expect(await file(closed, '2026-12-03')).toBe('possible')
    // 20:00 in UTC is midnight in Dubai.
    const [evening, midnight] = [new Date('2026-12-04T19:59:59.999Z'), new Date('2026-12-04T20:00:00.000Z')]
    const tomorrow = { type: 'file_deed', ...deed, issuedOn: '2026-12-05' } as const
    expect(await outcomeOf(tomorrow, closed, 60, evening)).toBe('deadline')
    expect(await outcomeOf(tomorrow, closed, 60, midnight)).toBe('possible')
  })
})
