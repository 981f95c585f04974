import type { ResolutionAction, ShareTransferView, TransferBasis } from '@hissa/contracts/investment'
import type { Fils, Units } from '@hissa/money'
import { onChainView, type SharesOnChain } from '../orders/orders.api.js'

export const SHARE_TRANSFERS = 'share_transfers'

/** The action of staff that transfers shares. */
export type TransferAction = ResolutionAction & { type: 'transfer_shares' }

/** A transfer of registered units between two investors, decided by two members of staff. */
export interface ShareTransfer {
  _id: string
  propertyId: string
  slug: string
  title: string
  fromUserId: string
  toUserId: string
  units: Units
  /** What was paid for the units: the receiver's cost from now on. No money moved. */
  amountFils: Fils
  feeFils: Fils
  basis: TransferBasis
  /** The number of the court order, the probate or the correction. */
  reference: string
  at: Date
  /** The movement of the shares on the chain; set once it is reported. `account` is the receiver's address. */
  mirrored?: SharesOnChain
  version: number
}

/** Returns a transfer as one of its two investors sees it. The other one is not named. Pure. */
export function shareTransferView(transfer: ShareTransfer, userId: string): ShareTransferView {
  const { _id: transferId, propertyId, slug, title, units, basis, at, mirrored } = transfer
  return {
    ...{ transferId, property: { propertyId, slug, title }, units, basis, at: at.toISOString() },
    direction: transfer.toUserId === userId ? 'in' : 'out',
    ...(mirrored ? { onChain: onChainView(mirrored) } : {}),
  }
}
