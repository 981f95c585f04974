import type { HoldingView } from '@hissa/contracts/investment'
import type { Holding } from '../holdings/holdings.api.js'
import { COOLING_OFF_HOURS, type Raise } from '../raises/raises.api.js'

const COOLING_OFF_MS = COOLING_OFF_HOURS * 3_600_000

/**
 * Returns the next dates of a paid holding. The cooling-off period ends 48 h after the later of payment and the raise
 * closing. While the raise is open, that is no later than 48 h after its deadline. Once it is funded the date is known,
 * but it is exact only when the raise has finally closed, because withdrawals reopen a funded raise until its
 * deadline. A failed raise is refunded and has no next dates, and neither has a period that has ended. Pure.
 */
export function nextDates(
  holding: Pick<Holding, 'units' | 'allottedUnits' | 'lastPaidAt'>,
  raise: Pick<Raise, 'state' | 'deadline' | 'fundedAt'>,
  now: Date,
): HoldingView['nextDates'] {
  if (holding.allottedUnits === holding.units || raise.state === 'failed') return []
  const isFunded = raise.state === 'funded' || raise.state === 'completed'
  const closing = isFunded ? (raise.fundedAt ?? raise.deadline) : raise.deadline
  const ends = new Date(Math.max(holding.lastPaidAt.getTime(), closing.getTime()) + COOLING_OFF_MS).toISOString()
  const exact = raise.state === 'completed' || (isFunded && now >= raise.deadline)
  const coolingOff = { kind: 'cooling_off_ends' as const, at: ends, exact }
  if (isFunded) return now < new Date(ends) ? [coolingOff] : []
  return [{ kind: 'raise_deadline', at: raise.deadline.toISOString(), exact: false }, coolingOff]
}
