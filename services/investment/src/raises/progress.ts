import { RaiseFunded, RaiseProgressed, type RaiseState } from '@hissa/contracts/investment'
import { follow } from '@hissa/kernel'
import type { Change, Save, TransferInput } from '@hissa/ledger'
import { newEvent, outboxRow } from '@hissa/messaging'
import type { Units } from '@hissa/money'
import { accounts } from '../accounts.js'
import { countAccounts, countUnits, type Raise, RAISE_TRANSITIONS, raiseEventData } from './raise.js'
import { RAISES } from './raise.store.js'

/** Units that became paid in the same change, and their buyer. */
export interface PaidUnits {
  userId: string
  units: Units
}

/**
 * Returns what a change that moves units of `raise` adds: an event with the raise's new counts, read from the ledger
 * after the change's own transfers; the investor counted at the first paid order; and `funded` once every unit is paid.
 * Only the last counts of a raise in one batch are published.
 */
export function raiseProgress(
  raise: Raise,
  eventIds: { progressed: string; funded: string },
  paid?: PaidUnits,
): Pick<Change, 'reads' | 'derive'> {
  const propertyId = raise._id
  const holder = paid && accounts.unitsOf(propertyId, paid.userId)
  return {
    reads: [...countAccounts(propertyId), ...(holder ? [accounts.peoplePool(propertyId), holder] : [])],
    derive: ({ balance, seq, at }) => {
      const counts = countUnits(propertyId, balance)
      const isNew = holder !== undefined && balance(holder).creditsPosted === paid?.units
      if (isNew) counts.investors += 1
      const next = counts.unitsPaid === raise.unitsTotal ? follow(RAISE_TRANSITIONS, raise.state, 'fund') : undefined
      const becomesFunded = next?.ok === true
      const state = becomesFunded ? next.value : raise.state
      const data = raiseEventData(raise, counts, state, seq)
      const event = { aggregateId: propertyId, version: seq, data, time: at }
      const progressed = outboxRow(newEvent(RaiseProgressed, { ...event, eventId: eventIds.progressed }))
      const funded = () => outboxRow(newEvent(RaiseFunded, { ...event, eventId: eventIds.funded }))
      return {
        transfers: isNew ? [countInvestor(propertyId)] : [],
        saves: becomesFunded ? [saveState(raise, state, { fundedAt: at })] : [],
        events: [{ row: progressed, coalesce: `raise:${propertyId}` }, ...(becomesFunded ? [{ row: funded() }] : [])],
      }
    },
  }
}

function countInvestor(propertyId: string): TransferInput {
  const [debit, credit] = [accounts.peoplePool(propertyId), accounts.peopleCounted(propertyId)]
  return { kind: 'single', code: 'raise.investor', debit, credit, amount: 1 }
}

function saveState(raise: Raise, state: RaiseState, more: { fundedAt: Date }): Save {
  return { collection: RAISES, id: raise._id, version: raise.version, set: { state, ...more } }
}
