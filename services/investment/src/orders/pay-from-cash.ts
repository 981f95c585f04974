import { type ErrorOf, refuse, type Refused } from '@hissa/contracts'
import { CASH_INSUFFICIENT } from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Committer, type Outcome } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { accounts } from '../accounts.js'
import { availableOf } from '../cash/cash.api.js'
import { addToHolding, HoldingStore } from '../holdings/holdings.api.js'
import { IDS, type Ids } from '../ports.js'
import { reservationSaves } from '../raises/raises.api.js'
import type { Admitted } from './admit-order.js'
import { AnnualLimits } from './annual-limits.js'
import { cashPaymentSave, placePaid } from './order.cash.js'
import { orderChange } from './order.change.js'
import type { Order } from './order.model.js'

/** What placing an admitted order from cash has led to. `paid` is the order as it was committed. */
type PaidOrNot = { paid: Order } | { outcome: Outcome } | { refused: Refused<ErrorOf<typeof CASH_INSUFFICIENT>> }

/**
 * Places an order and pays it from the investor's cash, in one commit. The ledger never lets cash be overdrawn, so two
 * orders, or an order and a withdrawal, can't spend the same money.
 */
@Injectable()
export class PayFromCash {
  constructor(
    private readonly ledger: Committer,
    private readonly holdings: HoldingStore,
    private readonly limits: AnnualLimits,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async run(
    { placeKey: key, inputHash }: { placeKey: string; inputHash: string },
    { order, raise, isCapGranted }: Admitted,
  ): Promise<PaidOrNot> {
    const { userId, propertyId, units, totalFils, cap } = order
    const cash = accounts.investorCash(userId)
    const availableFils = availableOf(await this.ledger.balance(cash))
    if (availableFils < totalFils) return { refused: short(availableFils) }
    if (cap && !isCapGranted) await this.limits.grant(userId, cap)
    const holding = await this.holdings.of(userId, propertyId)
    const at = this.clock.now()
    const step = placePaid(order, at)
    const paid = { ...step.set, version: 1 } as Order
    const counted = reservationSaves(raise, paid, at)
    const saves = [...counted, addToHolding(holding, order, at), cashPaymentSave(paid, at)]
    // The raise's own change follows the one that counts a person.
    const known = { ...raise, version: raise.version + counted.length }
    const moved = { userId, units, how: 'paid' as const }
    const change = orderChange({ key, inputHash, order, step, raise: known, moved, saves, at }, this.ids)
    const outcome = await this.ledger.commit(change)
    if (outcome.ok && !outcome.replayed) return { paid }
    // Another order or a withdrawal took the money first.
    if (!outcome.ok && outcome.reason === 'LIMIT' && outcome.accountId === cash)
      return { refused: short(availableOf(await this.ledger.balance(cash))) }
    return { outcome }
  }
}

const short = (availableFils: ReturnType<typeof availableOf>) =>
  refuse(CASH_INSUFFICIENT, 'Your cash doesn’t cover this order and its fee.', { availableFils })
