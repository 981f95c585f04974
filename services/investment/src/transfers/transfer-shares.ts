import { NOT_FOUND, ok, refuse, type Result } from '@hissa/contracts'
import { type ResolutionAction, type ResolutionRefusal, SharesTransferred } from '@hissa/contracts/investment'
import type { Change, Save, TransferInput } from '@hissa/ledger'
import { newEvent, outboxRow } from '@hissa/messaging'
import { smaller, subtractUnits, sumUnits, type Units, units as unitsOf } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { accounts } from '../accounts.js'
import { type Cost, costOf, type Holding, HoldingStore, transferIn, transferOut } from '../holdings/holdings.api.js'
import { InvestorStore } from '../investors/investors.api.js'
import { isDisputed, isRegistered, OrderStore } from '../orders/orders.api.js'
import { type Moment, notPossible, type ResolutionError } from '../payments/payments.api.js'
import { IDS, type Ids } from '../ports.js'
import { raiseProgress, RaiseStore } from '../raises/raises.api.js'
import { isEligible } from '../rules/rules.api.js'
import { SHARE_TRANSFERS, type ShareTransfer, type TransferAction } from './share-transfer.js'

/** A transfer that is possible now. */
interface Possible {
  action: TransferAction
  from: Holding
  to: Holding | undefined
  /** What the units cost the sender, and so the receiver. */
  cost: Cost
  /** The registered units of the sender, and those of orders whose dispute is open. */
  registered: Units
  disputed: Units
}

/**
 * Transfers registered units of an investor to another one, as two members of finance staff have decided: by a court
 * order, by inheritance, or as a correction. No money moves, so the annual limit of the receiver is not used.
 */
@Injectable()
export class TransferShares {
  constructor(
    private readonly holdings: HoldingStore,
    private readonly orders: OrderStore,
    private readonly raises: RaiseStore,
    private readonly investors: InvestorStore,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Returns the evidence that maker and checker must both have seen, or why the transfer is not possible. */
  async evidence(
    holdingId: string,
    action: ResolutionAction,
  ): Promise<Result<Record<string, unknown>, ResolutionError>> {
    const possible = await this.possible(holdingId, action)
    if (!possible.ok) return possible
    const { registered, disputed } = possible.value
    return ok({ action, holding: holdingId, registered, disputed })
  }

  /**
   * Returns `suspended` for a receiver who is. It is not part of the evidence, because a suspension may end; the proposal
   * can still be rejected. A court may order a transfer away from a suspended investor.
   */
  async obstacle(action: ResolutionAction): Promise<ResolutionRefusal | undefined> {
    if (action.type !== 'transfer_shares') return undefined
    return (await this.investors.statusOf(action.toUserId)) === 'suspended' ? 'suspended' : undefined
  }

  /** Builds the change of an approved transfer; refuses as `evidence` and `obstacle` do. */
  async change(holdingId: string, action: ResolutionAction, moment: Moment): Promise<Result<Change, ResolutionError>> {
    const possible = await this.possible(holdingId, action)
    if (!possible.ok) return possible
    const why = await this.obstacle(action)
    if (why) return notPossible(why)
    const { from, to, cost, action: decided } = possible.value
    const { propertyId } = from
    const raise = (await this.raises.byId(propertyId))!
    const { toUserId, units } = decided
    const transfer = this.transferOf(possible.value, moment.at)
    const move: TransferInput = {
      ...{ kind: 'single', code: 'units.transfer', amount: units, ref: { transferId: transfer._id } },
      debit: accounts.unitsHeld(propertyId, from.userId),
      credit: accounts.unitsHeld(propertyId, toUserId),
    }
    const { _id, version, ...set } = transfer
    const saves: Save[] = [
      { collection: SHARE_TRANSFERS, id: _id, version: 0, set },
      transferOut(from, cost, moment.at),
      transferIn(to, toUserId, from, cost, moment.at),
    ]
    const people = [
      { userId: from.userId, units, how: 'returned' as const },
      { userId: toUserId, units, how: 'paid' as const },
    ]
    return ok({
      ...{ key: moment.key, inputHash: holdingId, transfers: [move], saves, events: [this.eventOf(transfer)] },
      ...raiseProgress(raise, this.ids, ...people),
    })
  }

  private async possible(holdingId: string, action: ResolutionAction): Promise<Result<Possible, ResolutionError>> {
    const from = await this.holdings.byId(holdingId)
    if (!from) return refuse(NOT_FOUND, 'There is no such holding.')
    if (action.type !== 'transfer_shares') return notPossible('action')
    const { toUserId, units } = action
    if (toUserId === from.userId) return notPossible('same_investor')
    if (!(await this.investors.isKnown(toUserId))) return notPossible('no_investor')
    const status = await this.investors.statusOf(toUserId)
    if (status !== 'suspended' && !isEligible(status)) return notPossible('not_eligible')
    const registered = from.allottedUnits ?? unitsOf(0)
    if (units > registered) return notPossible('no_units')
    const orders = await this.orders.heldBy(from.userId, from.propertyId)
    const inDispute = orders.filter((order) => isRegistered(order) && isDisputed(order))
    const disputed = smaller(registered, sumUnits(...inDispute.map((order) => order.units)))
    if (units > subtractUnits(registered, disputed)) return notPossible('dispute_open')
    const elsewhere = orders.filter((order) => !isRegistered(order))
    const to = await this.holdings.of(toUserId, from.propertyId)
    return ok({ action, from, to, cost: costOf(from, units, elsewhere), registered, disputed })
  }

  private transferOf({ action, from, cost }: Possible, at: Date): ShareTransfer {
    const { toUserId, basis, reference } = action
    const { propertyId, slug, title, userId: fromUserId } = from
    return {
      ...{ _id: this.ids.next(), propertyId, slug, title, fromUserId, toUserId, ...cost, basis, reference, at },
      version: 1,
    }
  }

  private eventOf({ _id: transferId, version, at, ...transfer }: ShareTransfer) {
    const { propertyId, fromUserId, toUserId, units, basis } = transfer
    const data = { transferId, propertyId, fromUserId, toUserId, units, basis, version }
    const about = { aggregateId: transferId, version, time: at, eventId: this.ids.next() }
    return { row: outboxRow(newEvent(SharesTransferred, { ...about, data })) }
  }
}
