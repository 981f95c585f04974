import { transferId, type TransferInput } from '@hissa/ledger'
import { accounts } from '../accounts.js'
import type { Order, OrderCommand } from './order.model.js'

type Capped = Pick<Order, '_id' | 'userId' | 'amountFils' | 'placeKey' | 'expiresAt' | 'cap'>

/**
 * The steps of an order that move its amount between what an investor has left and what is used: `reserve` holds it,
 * `pay` uses it, `void` and `expire` release the hold; `payAgain` uses it without a hold, and `restore` returns what
 * was used.
 */
export type CapStep = 'reserve' | 'pay' | 'payAgain' | 'void' | 'expire' | 'restore'

/** Returns the id of the transfer that holds the amount: the second transfer of the change that reserves the units. */
export const capHoldOf = ({ placeKey }: Pick<Order, 'placeKey'>) => transferId(placeKey, 1)

/** Returns the step of a command; undefined if it does not move the amount. */
export function capStepOf({ state }: Pick<Order, 'state'>, command: OrderCommand): CapStep | undefined {
  switch (command.type) {
    case 'pay':
    case 'payAgain':
      return command.type
    case 'refund':
      return state === 'reserved' ? 'void' : undefined
    case 'expire':
      return command.due ? 'expire' : 'void'
    case 'fail':
      return 'void'
    case 'cancel':
    case 'returnToCash':
    case 'reverse':
    case 'reversePart':
      return 'restore'
    default:
      return undefined
  }
}

/** Returns the transfers of a step; none for an order without an annual limit. */
export function capTransfers(order: Capped, step: CapStep | undefined): TransferInput[] {
  const { cap, userId, amountFils: amount, expiresAt } = order
  if (!cap || !step) return []
  const [left, used] = [accounts.capLeft(cap.year, userId), accounts.capUsed(cap.year, userId)]
  const ref = { orderId: order._id }
  const pendingId = capHoldOf(order)
  switch (step) {
    case 'reserve':
      return [{ kind: 'pending', code: 'cap.reserve', debit: left, credit: used, amount, expiresAt, ref }]
    case 'pay':
      return [{ kind: 'post', code: 'cap.use', pendingId, ref }]
    case 'payAgain':
      return [{ kind: 'single', code: 'cap.use-late', debit: left, credit: used, amount, ref }]
    case 'void':
    case 'expire':
      return [{ kind: step, code: 'cap.release', pendingId, ref }]
    case 'restore':
      return [{ kind: 'single', code: 'cap.restore', debit: used, credit: left, amount, ref }]
  }
}

/** Returns whether a commit was refused because an annual limit would have been exceeded. */
export const isCapAccount = (accountId: string) => accountId.startsWith('cap-')
