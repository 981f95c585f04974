import type { EventData } from '@hissa/contracts'
import type { SharesMinted } from '@hissa/contracts/tokenisation'
import type { Units } from '@hissa/money'
import type { Order, SharesOnChain } from '../orders/orders.api.js'

/** A report of `tokenisation` about the shares of one order; minted and burned ones have the same data. */
export type SharesReport = EventData<typeof SharesMinted>

/** Returns what an order stores of a report. */
export function sharesOnChain({
  token,
  account,
  receipt,
  version,
}: Pick<SharesReport, 'token' | 'account' | 'receipt' | 'version'>): SharesOnChain {
  const { chainId, transactionHash, blockNumber, at } = receipt
  return { chainId, token, account, transactionHash, blockNumber, at: new Date(at), version }
}

/** Returns whether an order or a transfer has this report, or a newer one. */
export const isKnown = (recorded: SharesOnChain | undefined, { version }: Pick<SharesReport, 'version'>) =>
  recorded !== undefined && recorded.version >= version

/**
 * Throws unless the order of a report exists, was allotted, and has the same owner, property and units: then chain and
 * ledger contradict each other. `unitsOf` returns the units that the report must state.
 */
export function assertSameShares(
  order: Order | undefined,
  report: SharesReport,
  unitsOf: (order: Order) => Units = (same) => same.units,
): asserts order is Order {
  const { orderId, userId, propertyId, units } = report
  const isSame = order?.userId === userId && order.propertyId === propertyId && unitsOf(order) === units
  if (!isSame || !order.allottedAt)
    throw new Error(`the chain contradicts order ${orderId}: ${order?.state ?? 'unknown'}`)
}
