import type { ValueEvent, ValueStep } from '@hissa/contracts/investment'
import { type Fils, subtract, subtractUnits, sum, sumUnits, type Units, ZERO } from '@hissa/money'
import { worthOf } from '../valuations/valuations.api.js'

/** Units of a property that came to an investor, or left, with their cost. */
export interface UnitMove {
  propertyId: string
  /** The day in Dubai, `YYYY-MM-DD`. */
  day: string
  units: Units
  costFils: Fils
  isIn: boolean
  isTransfer: boolean
}

/** What the value of an investor's holdings follows from. Lists can be in any order. */
export interface ValueFacts {
  moves: readonly UnitMove[]
  /** Approved valuations of whole properties; of each property and date one. */
  valuations: readonly { propertyId: string; date: string; valueFils: Fils }[]
  /** All units of each property's company. */
  unitsIssued: ReadonlyMap<string, Units>
  distributions: readonly { propertyId: string; day: string; amountFils: Fils }[]
}

type Event = Omit<ValueEvent, 'property'> & { propertyId: string }

/**
 * Returns the value of an investor's holdings as steps with their events, oldest first. A holding is worth its part of the
 * latest valuation up to a day, rounded down, and without one its cost. Nothing is interpolated, and there is no step
 * before the first contribution. The events state the cost that a transfer moved; `flows` are the same events with the
 * value of its shares on that day instead, for returns. Pure.
 */
export function valueOverTime(facts: ValueFacts): { steps: ValueStep[]; events: Event[]; flows: Event[] } {
  const { moves, valuations } = facts
  const first = moves.map(({ day }) => day).sort()[0]
  if (first === undefined) return { steps: [], events: [], flows: [] }
  const dates = [...moves.map(({ day }) => day), ...valuations.map(({ date }) => date)]
  const days = [...new Set(dates)].filter((day) => day >= first).sort()
  const propertyIds = [...new Set(moves.map(({ propertyId }) => propertyId))].sort()
  const steps = days.map((day): ValueStep => {
    const held = propertyIds.map((propertyId) => holdingOn(facts, propertyId, day))
    return {
      day,
      valueFils: sum(...held.map(({ valueFils }) => valueFils)),
      contributedFils: sum(...held.map(({ costFils }) => costFils)),
    }
  })
  const changes = steps.filter(({ valueFils, contributedFils }, index) => {
    const before = steps[index - 1]
    return before?.valueFils !== valueFils || before.contributedFils !== contributedFils
  })
  const events = eventsOf(facts, ({ costFils }) => costFils)
  return { steps: changes, events, flows: eventsOf(facts, (move) => flowOf(facts, move)) }
}

/** Returns what an investor held of a property at the end of a day, its cost and its value. */
function holdingOn(facts: ValueFacts, propertyId: string, day: string) {
  const past = facts.moves.filter((move) => move.propertyId === propertyId && move.day <= day)
  const [came, left] = [past.filter(({ isIn }) => isIn), past.filter(({ isIn }) => !isIn)]
  const [units, costFils] = [
    subtractUnits(unitsOfAll(came), unitsOfAll(left)),
    subtract(costOfAll(came), costOfAll(left)),
  ]
  if (units === 0) return { units, costFils: ZERO, valueFils: ZERO }
  return { units, costFils, valueFils: valueOn(facts, { propertyId, day, units }) ?? costFils }
}

/** Returns what units are worth by the latest valuation up to a day; undefined without one. */
function valueOn(facts: ValueFacts, { propertyId, day, units }: Pick<UnitMove, 'propertyId' | 'day' | 'units'>) {
  const latest = facts.valuations
    .filter((valuation) => valuation.propertyId === propertyId && valuation.date <= day)
    .reduce<ValueFacts['valuations'][number] | undefined>(
      (newest, one) => (newest && newest.date > one.date ? newest : one),
      undefined,
    )
  return latest && worthOf(latest.valueFils, units, facts.unitsIssued.get(propertyId)!)
}

/** Returns what a move brought or took: what was paid or paid back, or the value of the transferred shares. */
const flowOf = (facts: ValueFacts, move: UnitMove): Fils =>
  (move.isTransfer ? valueOn(facts, move) : undefined) ?? move.costFils

const unitsOfAll = (moves: readonly UnitMove[]) => sumUnits(...moves.map((move) => move.units))
const costOfAll = (moves: readonly UnitMove[]) => sum(...moves.map((move) => move.costFils))

const kindOf = ({ isIn, isTransfer }: UnitMove): Event['kind'] => {
  if (isTransfer) return isIn ? 'transfer_in' : 'transfer_out'
  return isIn ? 'purchase' : 'returned'
}

function eventsOf(facts: ValueFacts, amountOf: (move: UnitMove) => Fils): Event[] {
  const moved = facts.moves.map((move): Event => {
    const { day, propertyId } = move
    return { day, kind: kindOf(move), propertyId, amountFils: amountOf(move) }
  })
  const valued = facts.valuations.flatMap(({ propertyId, date: day }): Event[] => {
    const { units, valueFils } = holdingOn(facts, propertyId, day)
    return units > 0 ? [{ day, kind: 'valuation', propertyId, amountFils: valueFils }] : []
  })
  const paid = facts.distributions.map((one): Event => ({ ...one, kind: 'distribution' }))
  return [...moved, ...valued, ...paid].sort(inOrder)
}

const inOrder = (a: Event, b: Event): number => {
  const [left, right] = [a, b].map(({ day, kind, propertyId }) => `${day} ${kind} ${propertyId}`) as [string, string]
  return left === right ? a.amountFils - b.amountFils : left < right ? -1 : 1
}
