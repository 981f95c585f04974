import type { ResolutionAction, ResolutionRefusal } from '@hissa/contracts/investment'
import { positionOf } from './money-left.js'
import { canNet, isPayersMoney, type Netting } from './netting.js'
import type { SuspenseItem } from './suspense.js'

export type ActionType = ResolutionAction['type']

/** Returns the actions for this kind of item, before other items of its payment are considered. */
function kindsOf(item: SuspenseItem): ActionType[] {
  const { kind, direction, state, currency } = item
  if (state === 'refunding') return isPayersMoney(item) ? ['net', 'settle'] : ['settle']
  // What was an order's money before cannot pay for another.
  const wasUsed = kind === 'returned_payment' || kind === 'fee_refund'
  if (isPayersMoney(item)) return wasUsed ? ['net', 'refund'] : ['net', 'refund', 'assign']
  if (direction === 'out') return currency === 'aed' ? ['net', 'cover', 'assign'] : ['net', 'cover']
  // The platform's own money: it pays no order, and is refunded to the card only when the refund itself was returned.
  return kind === 'dispute' || positionOf(item).moved > 0 ? ['withdraw'] : ['withdraw', 'refund']
}

/**
 * Returns why an item cannot be resolved by `type` now, or undefined. Money that was refunded elsewhere or is disputed
 * can't be refunded again, paid out or used for an order. An amount that the payment itself offsets is neither covered
 * nor charged to an order. Pure.
 */
export function whyNot(item: SuspenseItem, type: ActionType, netting: Netting): ResolutionRefusal | undefined {
  if (item.state !== 'open' && !(item.state === 'refunding' && item.rejected)) return 'state'
  if (item.amount === 0 || item.dispute === 'open') return 'dispute_open'
  if (item.amount < 0) return 'event_missing'
  if (!kindsOf(item).includes(type)) return 'action'
  if (type === 'net') return canNet(netting) ? undefined : netting.isUndecided ? 'dispute_open' : 'nothing_to_net'
  if (type === 'refund' && !item.paymentId) return 'no_payment'
  if (type === 'withdraw') return undefined
  if (item.direction === 'out' && canNet(netting)) return 'net_first'
  if (type === 'cover') return netting.isOwedToOrder ? 'assign_first' : undefined
  if (item.direction === 'out') return undefined
  return netting.left.length > 0 || netting.isUndecided ? 'left_elsewhere' : undefined
}

const TYPES: readonly ActionType[] = ['net', 'settle', 'withdraw', 'refund', 'cover', 'assign']

/** Returns the actions that may be proposed for an item now. Pure. */
export const actionsOf = (item: SuspenseItem, netting: Netting): ActionType[] =>
  TYPES.filter((type) => whyNot(item, type, netting) === undefined)
